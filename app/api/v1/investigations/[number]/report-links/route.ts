import {
  createReportLinkContract,
  reportLinksContract,
} from "@/lib/contracts/investigations/reports/report-links";
import { route } from "@/lib/server/route";
import {
  createReportLink,
  withoutReportToken,
} from "@/lib/services/investigations/reports/links/change-links";
import { listReportLinks } from "@/lib/services/investigations/reports/links/list-links";

export const GET = route({ contract: reportLinksContract }, listReportLinks);
export const POST = route(
  { contract: createReportLinkContract, chooseStatus: () => 201, forRepeats: withoutReportToken },
  createReportLink,
);
