import { deleteDraftContract } from "@/lib/contracts/investigations/drafts";
import { route } from "@/lib/server/route";
import { deleteDraft } from "@/lib/services/investigations/drafts/change-drafts";

export const DELETE = route({ contract: deleteDraftContract }, deleteDraft);
