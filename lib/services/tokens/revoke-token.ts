/** Revokes an API token. The next request with it is refused. */
import { AppError } from "@/lib/model/app-error";
import type { revokeTokenContract } from "@/lib/contracts/people/tokens";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { createTokenFilter } from "./list-tokens";
import { readToken } from "./read-token";

/**
 * Revokes an API token. Throws not-found for an unknown token and for a token that the caller may not see, and
 * database-unavailable.
 */
export const revokeToken: Handler<typeof revokeTokenContract> = async ({ params, principal }) => {
  const asOfMs = nowMs();
  const where = { id: params.tokenId, ...createTokenFilter(principal) };
  await writeChange(principal, "revoke-token", async (transaction) => {
    const found = await transaction.apiToken.count({ where });
    if (found === 0) throw new AppError("not-found", "there is no such API token");
    // Revoking a token again does not change the time at which it was revoked.
    await transaction.apiToken.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: new Date(asOfMs) },
    });
    return null;
  });
  return { asOfMs, token: await readToken(params.tokenId, asOfMs) };
};
