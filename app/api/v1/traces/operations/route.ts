import { traceOperationsContract } from "@/lib/contracts/traces/trace-operations";
import { route } from "@/lib/server/route";
import { readOperations } from "@/lib/services/traces/study/read-operations";

export const GET = route({ contract: traceOperationsContract }, readOperations);
