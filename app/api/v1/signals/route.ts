import { signalsContract } from "@/lib/contracts/signals";
import { route } from "@/lib/server/route";
import { readSignals } from "@/lib/services/signals/read-signals";

export const POST = route({ contract: signalsContract }, readSignals);
