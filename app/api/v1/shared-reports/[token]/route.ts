import { sharedReportContract } from "@/lib/contracts/investigations/reports/report-links";
import { route } from "@/lib/server/route";
import { readSharedReport } from "@/lib/services/investigations/reports/links/read-shared-report";

export const GET = route({ contract: sharedReportContract }, readSharedReport);
