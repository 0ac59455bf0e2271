import { endWatchContract } from "@/lib/contracts/investigations/validations";
import { route } from "@/lib/server/route";
import { endWatch } from "@/lib/services/investigations/validation/watch/end-watch";

export const POST = route({ contract: endWatchContract }, endWatch);
