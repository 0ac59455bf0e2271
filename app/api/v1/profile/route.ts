import { editProfileContract } from "@/lib/contracts/people/profile";
import { route } from "@/lib/server/route";
import { editProfile } from "@/lib/services/people/edit-profile";

export const PATCH = route({ contract: editProfileContract }, editProfile);
