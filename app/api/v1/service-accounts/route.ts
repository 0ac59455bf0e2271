import { addServiceAccountContract, serviceAccountsContract } from "@/lib/contracts/people/service-accounts";
import { route } from "@/lib/server/route";
import { addServiceAccount } from "@/lib/services/tokens/service-accounts/change-accounts";
import { listServiceAccounts } from "@/lib/services/tokens/service-accounts/list-accounts";

export const GET = route({ contract: serviceAccountsContract }, listServiceAccounts);
export const POST = route(
  { contract: addServiceAccountContract, chooseStatus: () => 201 },
  addServiceAccount,
);
