import { secondFactorContract, startSecondFactorContract } from "@/lib/contracts/people/second-factor";
import { route } from "@/lib/server/route";
import { startSecondFactor } from "@/lib/services/people/second-factor/own-second-factor";
import { getSecondFactor } from "@/lib/services/people/second-factor/read-second-factor";

export const GET = route({ contract: secondFactorContract }, getSecondFactor);
export const POST = route({ contract: startSecondFactorContract }, startSecondFactor);
