import {
  editInvestigationContract,
  investigationContract,
} from "@/lib/contracts/investigations/investigations";
import { route } from "@/lib/server/route";
import { editInvestigation } from "@/lib/services/investigations/edit-investigation";
import { getInvestigation } from "@/lib/services/investigations/get-investigation";

export const GET = route({ contract: investigationContract }, getInvestigation);
export const PATCH = route({ contract: editInvestigationContract }, editInvestigation);
