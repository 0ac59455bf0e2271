import { traceSettingsPreviewContract } from "@/lib/contracts/traces/trace-settings-preview";
import { route } from "@/lib/server/route";
import { previewTraceSettings } from "@/lib/services/traces/settings/preview-trace-settings";

export const POST = route({ contract: traceSettingsPreviewContract }, previewTraceSettings);
