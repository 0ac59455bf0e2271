/** Creates an API token. Only its hash is stored, so its text is returned once. */
import { AppError } from "@/lib/model/app-error";
import type { createTokenContract } from "@/lib/contracts/people/tokens";
import { scopesOfRole } from "@/lib/server/access/policy";
import { nowMs } from "@/lib/server/clock";
import type { Handler, HandlerResponse } from "@/lib/server/handler";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { createTokenText, toTokenPrefix } from "@/lib/server/tokens/token-text";
import { writeChange } from "@/lib/server/with-change";
import { toTokenEntry, tokenColumns } from "./token-row";
import { readToken } from "./read-token";

const dayMs = 86_400_000;

/**
 * Creates an API token and returns its secret once. Throws conflict if the caller is not a person, forbidden for a
 * scope beyond the caller's role, database-unavailable.
 */
export const createToken: Handler<typeof createTokenContract> = async ({ body, principal }) => {
  const { kind, role, id: makerId } = principal;
  if (kind !== "person" || role === null)
    throw new AppError("conflict", "an API token belongs to a person who signed in");
  const excess = body.scopes.filter((scope) => !scopesOfRole(role).includes(scope));
  if (excess.length > 0)
    throw new AppError("forbidden", `your role “${role}” does not allow the scope ${excess.join(", ")}`);
  const asOfMs = nowMs();
  const text = createTokenText();
  const id = await writeChange(principal, "create-token", async (transaction) => {
    const row = await transaction.apiToken.create({
      data: {
        name: body.name,
        scopes: [...new Set(body.scopes)],
        prefix: toTokenPrefix(text),
        tokenHash: hashToken(text),
        makerId,
        expiresAt: new Date(asOfMs + body.lifetimeDays * dayMs),
      },
      select: tokenColumns,
    });
    return toTokenEntry(row, asOfMs).id;
  });
  return { asOfMs, token: await readToken(id, asOfMs), text };
};

/** Removes the secret from the response that is stored for repeats of the request. */
export function withoutTokenText(
  response: HandlerResponse<typeof createTokenContract>,
): HandlerResponse<typeof createTokenContract> {
  return { ...response, text: null };
}
