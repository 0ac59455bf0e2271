import { traceOperationsContract } from "@/lib/contracts/trace-operations";
import { route } from "@/lib/server/route";
import { readOperations } from "@/lib/services/traces/read-operations";

export const GET = route({ contract: traceOperationsContract }, readOperations);
