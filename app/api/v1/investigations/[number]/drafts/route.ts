import { ownDraftsContract, saveDraftContract } from "@/lib/contracts/investigations/drafts";
import { route } from "@/lib/server/route";
import { listOwnDrafts, saveDraft } from "@/lib/services/investigations/drafts/change-drafts";

export const GET = route({ contract: ownDraftsContract }, listOwnDrafts);
export const POST = route({ contract: saveDraftContract }, saveDraft);
