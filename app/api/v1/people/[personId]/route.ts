import { editPersonContract, removePersonContract } from "@/lib/contracts/people/people";
import { route } from "@/lib/server/route";
import { editPerson, removePerson } from "@/lib/services/people/change-person";

export const PATCH = route({ contract: editPersonContract }, editPerson);
export const DELETE = route({ contract: removePersonContract }, removePerson);
