import {
  editServiceAccountContract,
  removeServiceAccountContract,
} from "@/lib/contracts/people/service-accounts";
import { route } from "@/lib/server/route";
import {
  editServiceAccount,
  removeServiceAccount,
} from "@/lib/services/tokens/service-accounts/change-accounts";

export const PATCH = route({ contract: editServiceAccountContract }, editServiceAccount);
export const DELETE = route({ contract: removeServiceAccountContract }, removeServiceAccount);
