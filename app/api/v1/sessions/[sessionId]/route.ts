import { endSessionContract } from "@/lib/contracts/people/sessions";
import { route } from "@/lib/server/route";
import { endOwnSession } from "@/lib/services/people/manage-sessions";

export const DELETE = route({ contract: endSessionContract }, endOwnSession);
