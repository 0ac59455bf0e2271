import { traceMeaningContract } from "@/lib/contracts/traces/trace-meaning";
import { route } from "@/lib/server/route";
import { previewMeaning } from "@/lib/services/traces/meaning/preview-meaning";

export const POST = route({ contract: traceMeaningContract }, previewMeaning);
