import { windowSpreadsContract } from "@/lib/contracts/ranges/window-spreads";
import { route } from "@/lib/server/route";
import { readWindowSpreads } from "@/lib/services/window-spreads/read-window-spreads";

export const POST = route({ contract: windowSpreadsContract }, readWindowSpreads);
