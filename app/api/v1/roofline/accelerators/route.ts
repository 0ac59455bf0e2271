import { acceleratorsContract, addAcceleratorContract } from "@/lib/contracts/roofline/roofline-tables";
import { route } from "@/lib/server/route";
import { addAccelerator } from "@/lib/services/roofline/tables/change-accelerator";
import { listAccelerators } from "@/lib/services/roofline/tables/list-rows";

export const GET = route({ contract: acceleratorsContract }, listAccelerators);
export const POST = route({ contract: addAcceleratorContract, chooseStatus: () => 201 }, addAccelerator);
