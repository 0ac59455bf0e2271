import { gateContract } from "@/lib/contracts/gates";
import { route } from "@/lib/server/route";
import { getGate } from "@/lib/services/gates/get-gate";

export const GET = route({ contract: gateContract }, getGate);
