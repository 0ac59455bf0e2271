import { reportContract } from "@/lib/contracts/investigations/reports/report";
import { route } from "@/lib/server/route";
import { getReport } from "@/lib/services/investigations/reports/get-report";

export const GET = route({ contract: reportContract }, getReport);
