import { importRooflineContract } from "@/lib/contracts/roofline/roofline-tables";
import { route } from "@/lib/server/route";
import { importRoofline } from "@/lib/services/roofline/import-roofline";

export const POST = route({ contract: importRooflineContract }, importRoofline);
