import { traceServicesContract } from "@/lib/contracts/traces/trace-settings-preview";
import { route } from "@/lib/server/route";
import { listTraceServices } from "@/lib/services/traces/settings/list-trace-services";

export const GET = route({ contract: traceServicesContract }, listTraceServices);
