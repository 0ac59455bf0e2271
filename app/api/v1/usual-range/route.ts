import { usualRangeContract } from "@/lib/contracts/usual-range";
import { route } from "@/lib/server/route";
import { readUsualRange } from "@/lib/services/signals/read-usual-range";

export const GET = route({ contract: usualRangeContract }, readUsualRange);
