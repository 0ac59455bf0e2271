import { previewModelContract } from "@/lib/contracts/roofline/roofline-tables";
import { route } from "@/lib/server/route";
import { previewModel } from "@/lib/services/roofline/tables/change-model";

export const POST = route({ contract: previewModelContract }, previewModel);
