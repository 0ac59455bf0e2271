import { startProviderSignInContract } from "@/lib/contracts/people/provider-sign-in";
import { route } from "@/lib/server/route";
import { startProviderSignIn } from "@/lib/services/people/provider/start-sign-in";

export const POST = route({ contract: startProviderSignInContract }, startProviderSignIn);
