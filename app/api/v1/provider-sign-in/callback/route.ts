import { finishProviderSignInContract } from "@/lib/contracts/people/provider-sign-in";
import { route } from "@/lib/server/route";
import { finishProviderSignIn } from "@/lib/services/people/provider/finish-sign-in";

export const POST = route({ contract: finishProviderSignInContract }, finishProviderSignIn);
