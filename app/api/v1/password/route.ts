import { setPasswordContract } from "@/lib/contracts/people/session";
import { route } from "@/lib/server/route";
import { setPassword } from "@/lib/services/people/passwords/set-password";

export const POST = route({ contract: setPasswordContract }, setPassword);
