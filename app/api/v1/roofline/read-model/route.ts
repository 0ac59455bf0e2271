import { readModelContract } from "@/lib/contracts/roofline-tables";
import { route } from "@/lib/server/route";
import { readModel } from "@/lib/services/roofline/change-model";

export const POST = route({ contract: readModelContract }, readModel);
