import { pinTimelineEntryContract } from "@/lib/contracts/investigations/timeline";
import { route } from "@/lib/server/route";
import { pinTimelineEntry } from "@/lib/services/investigations/timeline/write-entries";

export const POST = route({ contract: pinTimelineEntryContract }, pinTimelineEntry);
