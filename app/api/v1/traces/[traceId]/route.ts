import { traceContract } from "@/lib/contracts/traces";
import { route } from "@/lib/server/route";
import { getTrace } from "@/lib/services/traces/get-trace";

export const GET = route({ contract: traceContract }, getTrace);
