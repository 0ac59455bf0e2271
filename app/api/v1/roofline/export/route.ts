import { exportRooflineContract } from "@/lib/contracts/roofline/roofline-tables";
import { route } from "@/lib/server/route";
import { exportRoofline } from "@/lib/services/roofline/export-roofline";

export const GET = route({ contract: exportRooflineContract }, exportRoofline);
