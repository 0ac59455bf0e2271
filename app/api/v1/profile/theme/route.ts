import { editThemeContract } from "@/lib/contracts/people/profile";
import { route } from "@/lib/server/route";
import { editTheme } from "@/lib/services/people/edit-profile";

export const POST = route({ contract: editThemeContract }, editTheme);
