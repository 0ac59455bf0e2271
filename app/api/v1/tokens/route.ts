import { createTokenContract, tokensContract } from "@/lib/contracts/people/tokens";
import { route } from "@/lib/server/route";
import { createToken, withoutTokenText } from "@/lib/services/tokens/create-token";
import { listTokens } from "@/lib/services/tokens/list-tokens";

export const GET = route({ contract: tokensContract }, listTokens);
export const POST = route(
  { contract: createTokenContract, chooseStatus: () => 201, forRepeats: withoutTokenText },
  createToken,
);
