import { traceFlowContract } from "@/lib/contracts/traces/trace-flow";
import { route } from "@/lib/server/route";
import { readFlow } from "@/lib/services/traces/flow/read-flow";

export const GET = route({ contract: traceFlowContract }, readFlow);
