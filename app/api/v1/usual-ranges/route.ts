import { usualRangesContract } from "@/lib/contracts/ranges/usual-ranges";
import { route } from "@/lib/server/route";
import { readUsualRanges } from "@/lib/services/signals/read-usual-ranges";

export const POST = route({ contract: usualRangesContract }, readUsualRanges);
