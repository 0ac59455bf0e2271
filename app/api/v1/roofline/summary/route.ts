import { rooflineSummaryContract } from "@/lib/contracts/roofline/roofline-summary";
import { route } from "@/lib/server/route";
import { readRooflineSummary } from "@/lib/services/roofline/read-summary";

export const GET = route({ contract: rooflineSummaryContract }, readRooflineSummary);
