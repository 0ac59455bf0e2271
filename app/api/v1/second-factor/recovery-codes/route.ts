import { renewRecoveryCodesContract } from "@/lib/contracts/people/second-factor";
import { route } from "@/lib/server/route";
import { renewRecoveryCodes } from "@/lib/services/people/second-factor/own-second-factor";

export const POST = route({ contract: renewRecoveryCodesContract }, renewRecoveryCodes);
