import { addRelationContract } from "@/lib/contracts/investigations/people";
import { route } from "@/lib/server/route";
import { addRelation } from "@/lib/services/investigations/people/relate-investigations";

export const POST = route({ contract: addRelationContract }, addRelation);
