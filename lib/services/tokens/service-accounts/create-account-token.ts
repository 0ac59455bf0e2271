/** Creates an API token of a service account. */
import type { createServiceAccountTokenContract } from "@/lib/contracts/people/service-accounts";
import type { Handler } from "@/lib/server/handler";
import { nowMs } from "@/lib/server/clock";
import { createTokenText } from "@/lib/server/tokens/token-text";
import { writeChange } from "@/lib/server/with-change";
import { addToken, assertScopes } from "../create-token";
import { readToken } from "../read-token";
import { assertSignedIn, lockServiceAccount } from "./change-accounts";
import { toServiceRole } from "./list-accounts";

/**
 * Creates an API token of a service account and returns its secret once. Throws database-unavailable. Throws not-found
 * for an unknown account. Throws forbidden for a scope that the account's role does not allow. Throws conflict if the caller is not a person.
 */
export const createServiceAccountToken: Handler<typeof createServiceAccountTokenContract> = async ({
  params: { accountId },
  body,
  principal,
}) => {
  assertSignedIn(principal);
  const asOfMs = nowMs();
  // The database stores the result of the change for repeats of the request, so the text is not part of it.
  const text = createTokenText();
  let isCreated = false;
  const id = await writeChange(principal, "create-account-token", async (transaction) => {
    const { role } = await lockServiceAccount(transaction, accountId);
    assertScopes(body.scopes, toServiceRole(role), "the role of the service account");
    isCreated = true;
    return addToken(transaction, text, { ...body, makerId: principal.id, accountId, asOfMs });
  });
  return { asOfMs, token: await readToken(id, asOfMs), text: isCreated ? text : null };
};
