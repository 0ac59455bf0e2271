import { traceServicesContract } from "@/lib/contracts/traces/trace-meaning";
import { route } from "@/lib/server/route";
import { listTraceServices } from "@/lib/services/traces/meaning/list-trace-services";

export const GET = route({ contract: traceServicesContract }, listTraceServices);
