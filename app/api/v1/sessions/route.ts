import { sessionsContract } from "@/lib/contracts/people/sessions";
import { route } from "@/lib/server/route";
import { listSessions } from "@/lib/services/people/manage-sessions";

export const GET = route({ contract: sessionsContract }, listSessions);
