import { removeRelationContract } from "@/lib/contracts/investigations/people";
import { route } from "@/lib/server/route";
import { removeRelation } from "@/lib/services/investigations/people/relate-investigations";

export const DELETE = route({ contract: removeRelationContract }, removeRelation);
