import { signalsContract } from "@/lib/contracts/signals";
import { route } from "@/lib/server/route";
import { readSignals } from "@/lib/services/signals/read-signals";
import { writeSignals } from "@/lib/services/signals/write-signals";

export const POST = route({ contract: signalsContract, serialize: writeSignals }, readSignals);
