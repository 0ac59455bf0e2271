import { editModelContract, modelVersionsContract } from "@/lib/contracts/roofline/roofline-tables";
import { route } from "@/lib/server/route";
import { editModel } from "@/lib/services/roofline/tables/change-model";
import { listModelVersions } from "@/lib/services/roofline/tables/list-row-versions";

export const GET = route({ contract: modelVersionsContract }, listModelVersions);
export const PATCH = route({ contract: editModelContract }, editModel);
