import { revokeTokenContract } from "@/lib/contracts/people/tokens";
import { route } from "@/lib/server/route";
import { revokeToken } from "@/lib/services/tokens/revoke-token";

export const POST = route({ contract: revokeTokenContract }, revokeToken);
