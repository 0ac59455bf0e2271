import { comparisonContract } from "@/lib/contracts/comparisons";
import { route } from "@/lib/server/route";
import { getComparison } from "@/lib/services/comparisons/get-comparison";

export const GET = route({ contract: comparisonContract }, getComparison);
