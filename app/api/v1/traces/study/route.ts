import { traceStudyContract } from "@/lib/contracts/trace-study";
import { route } from "@/lib/server/route";
import { studyTraces } from "@/lib/services/traces/study-traces";

export const GET = route({ contract: traceStudyContract }, studyTraces);
