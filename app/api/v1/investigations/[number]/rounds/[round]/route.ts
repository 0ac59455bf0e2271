import { investigationRoundContract } from "@/lib/contracts/investigations/progress";
import { route } from "@/lib/server/route";
import { getRound } from "@/lib/services/investigations/steps/rounds";

export const GET = route({ contract: investigationRoundContract }, getRound);
