import { changePasswordContract } from "@/lib/contracts/people/profile";
import { route } from "@/lib/server/route";
import { changePassword } from "@/lib/services/people/passwords/change-password";

export const POST = route({ contract: changePasswordContract }, changePassword);
