import { createServiceAccountTokenContract } from "@/lib/contracts/people/service-accounts";
import { route } from "@/lib/server/route";
import { withoutTokenText } from "@/lib/services/tokens/create-token";
import { createServiceAccountToken } from "@/lib/services/tokens/service-accounts/create-account-token";

export const POST = route(
  { contract: createServiceAccountTokenContract, chooseStatus: () => 201, forRepeats: withoutTokenText },
  createServiceAccountToken,
);
