import { editSignInRulesContract } from "@/lib/contracts/organisation";
import { route } from "@/lib/server/route";
import { editSignInRules } from "@/lib/services/organisation/edit-organisation";

export const PATCH = route({ contract: editSignInRulesContract }, editSignInRules);
