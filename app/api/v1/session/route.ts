import { sessionContract, signInContract, signOutContract } from "@/lib/contracts/people/session";
import { route } from "@/lib/server/route";
import { signOut } from "@/lib/services/people/end-session";
import { getSession } from "@/lib/services/people/read-session";
import { signIn } from "@/lib/services/people/sign-in";

export const GET = route({ contract: sessionContract }, getSession);
export const POST = route({ contract: signInContract }, signIn);
export const DELETE = route({ contract: signOutContract }, signOut);
