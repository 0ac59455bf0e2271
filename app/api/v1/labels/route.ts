import { labelsContract } from "@/lib/contracts/labels";
import { route } from "@/lib/server/route";
import { listLabels } from "@/lib/services/signals/list-labels";

export const GET = route({ contract: labelsContract }, listLabels);
