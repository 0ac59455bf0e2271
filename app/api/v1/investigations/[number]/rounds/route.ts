import { startRoundContract } from "@/lib/contracts/investigations/progress";
import { route } from "@/lib/server/route";
import { startRound } from "@/lib/services/investigations/steps/rounds";

export const POST = route({ contract: startRoundContract, chooseStatus: () => 201 }, startRound);
