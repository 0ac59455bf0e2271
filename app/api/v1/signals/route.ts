import { signalsContract } from "@/lib/contracts/signals";
import { route } from "@/lib/server/route";
import { readSignals } from "@/lib/services/signals/read-signals";
import { serializeSignalsResponse } from "@/lib/services/signals/serialize-signals";

export const POST = route({ contract: signalsContract, serialize: serializeSignalsResponse }, readSignals);
