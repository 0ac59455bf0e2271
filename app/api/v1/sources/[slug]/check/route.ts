import { checkSourceContract } from "@/lib/contracts/sources";
import { route } from "@/lib/server/route";
import { checkSourceNow } from "@/lib/services/installation/list-sources";

export const POST = route({ contract: checkSourceContract }, checkSourceNow);
