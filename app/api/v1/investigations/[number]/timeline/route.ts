import { addTimelineEntryContract, timelineContract } from "@/lib/contracts/investigations/timeline";
import { route } from "@/lib/server/route";
import { listTimeline } from "@/lib/services/investigations/timeline/list-timeline";
import { addManualEntry } from "@/lib/services/investigations/timeline/write-entries";

export const GET = route({ contract: timelineContract }, listTimeline);
export const POST = route({ contract: addTimelineEntryContract, chooseStatus: () => 201 }, addManualEntry);
