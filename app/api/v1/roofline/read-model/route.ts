import { readModelContract } from "@/lib/contracts/roofline/roofline-tables";
import { route } from "@/lib/server/route";
import { readModel } from "@/lib/services/roofline/tables/change-model";

export const POST = route({ contract: readModelContract }, readModel);
