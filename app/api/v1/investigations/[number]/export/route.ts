import { exportInvestigationContract } from "@/lib/contracts/investigations/export";
import { route } from "@/lib/server/route";
import { exportInvestigation } from "@/lib/services/investigations/reports/export-investigation";

export const GET = route({ contract: exportInvestigationContract }, exportInvestigation);
