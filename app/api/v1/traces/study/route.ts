import { traceStudyContract } from "@/lib/contracts/traces/trace-study";
import { route } from "@/lib/server/route";
import { studyTraces } from "@/lib/services/traces/study/study-traces";

export const GET = route({ contract: traceStudyContract }, studyTraces);
