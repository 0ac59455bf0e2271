import { rooflineContract } from "@/lib/contracts/roofline/roofline";
import { route } from "@/lib/server/route";
import { readRoofline } from "@/lib/services/roofline/read-roofline";

export const GET = route({ contract: rooflineContract }, readRoofline);
