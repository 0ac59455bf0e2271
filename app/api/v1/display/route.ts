import { openDisplayContract } from "@/lib/contracts/people/displays";
import { route } from "@/lib/server/route";
import { openDisplay } from "@/lib/services/displays/open-display";

export const POST = route({ contract: openDisplayContract }, openDisplay);
