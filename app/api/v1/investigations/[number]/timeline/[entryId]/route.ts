import { editTimelineEntryContract } from "@/lib/contracts/investigations/timeline";
import { route } from "@/lib/server/route";
import { editManualEntry } from "@/lib/services/investigations/timeline/write-entries";

export const PATCH = route({ contract: editTimelineEntryContract }, editManualEntry);
