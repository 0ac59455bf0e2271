import { draftsContract, saveDraftContract } from "@/lib/contracts/investigations/drafts";
import { route } from "@/lib/server/route";
import { listDrafts, saveDraft } from "@/lib/services/investigations/drafts/change-drafts";

export const GET = route({ contract: draftsContract }, listDrafts);
export const POST = route({ contract: saveDraftContract }, saveDraft);
