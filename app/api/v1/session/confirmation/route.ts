import { confirmSessionContract } from "@/lib/contracts/people/session";
import { route } from "@/lib/server/route";
import { confirmSession } from "@/lib/services/people/confirm-session";

export const POST = route({ contract: confirmSessionContract }, confirmSession);
