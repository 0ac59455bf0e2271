import {
  investigationsContract,
  openInvestigationContract,
} from "@/lib/contracts/investigations/investigations";
import { route } from "@/lib/server/route";
import { listInvestigations } from "@/lib/services/investigations/list/list-investigations";
import { openInvestigation } from "@/lib/services/investigations/open-investigation";

export const GET = route({ contract: investigationsContract }, listInvestigations);
export const POST = route(
  { contract: openInvestigationContract, chooseStatus: () => 201 },
  openInvestigation,
);
