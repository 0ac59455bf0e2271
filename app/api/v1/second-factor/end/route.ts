import { endSecondFactorContract } from "@/lib/contracts/people/second-factor";
import { route } from "@/lib/server/route";
import { endSecondFactor } from "@/lib/services/people/second-factor/own-second-factor";

export const POST = route({ contract: endSecondFactorContract }, endSecondFactor);
