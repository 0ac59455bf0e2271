import { revokeReportLinkContract } from "@/lib/contracts/investigations/reports/report-links";
import { route } from "@/lib/server/route";
import { revokeReportLink } from "@/lib/services/investigations/reports/links/change-links";

export const POST = route({ contract: revokeReportLinkContract }, revokeReportLink);
