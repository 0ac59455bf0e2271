import { addModelContract, modelsContract } from "@/lib/contracts/roofline/roofline-tables";
import { route } from "@/lib/server/route";
import { addModel } from "@/lib/services/roofline/tables/change-model";
import { listModels } from "@/lib/services/roofline/tables/list-rows";

export const GET = route({ contract: modelsContract }, listModels);
export const POST = route({ contract: addModelContract, chooseStatus: () => 201 }, addModel);
