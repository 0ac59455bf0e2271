import { exportComparisonContract } from "@/lib/contracts/comparisons";
import { route } from "@/lib/server/route";
import { exportComparison } from "@/lib/services/comparisons/export-comparison";

export const GET = route({ contract: exportComparisonContract }, exportComparison);
