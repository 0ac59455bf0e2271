import { traceContract } from "@/lib/contracts/traces/traces";
import { route } from "@/lib/server/route";
import { getTrace } from "@/lib/services/traces/waterfall/get-trace";

export const GET = route({ contract: traceContract }, getTrace);
