import { setUpContract } from "@/lib/contracts/people/session";
import { route } from "@/lib/server/route";
import { setUp } from "@/lib/services/people/set-up";

export const POST = route({ contract: setUpContract }, setUp);
