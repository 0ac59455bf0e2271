import { traceComparisonContract } from "@/lib/contracts/traces/trace-comparison";
import { route } from "@/lib/server/route";
import { compareTraces } from "@/lib/services/traces/comparison/compare-traces";

export const GET = route({ contract: traceComparisonContract }, compareTraces);
