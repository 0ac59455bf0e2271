import { resetSecondFactorContract } from "@/lib/contracts/people/people";
import { route } from "@/lib/server/route";
import { resetSecondFactor } from "@/lib/services/people/second-factor/reset-second-factor";

export const DELETE = route({ contract: resetSecondFactorContract }, resetSecondFactor);
