import { tracesContract } from "@/lib/contracts/traces/traces";
import { route } from "@/lib/server/route";
import { listTraces } from "@/lib/services/traces/list-traces";

export const GET = route({ contract: tracesContract }, listTraces);
