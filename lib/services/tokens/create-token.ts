/** Creates an API token. Only its hash is stored, so its text is returned once. */
import type { createTokenContract } from "@/lib/contracts/people/tokens";
import { AppError } from "@/lib/model/app-error";
import type { Role, TokenScope } from "@/lib/model/person";
import { createPersonError } from "@/lib/server/access/person-error";
import { listRoleScopes } from "@/lib/server/access/policy";
import { nowMs } from "@/lib/server/clock";
import type { Handler, HandlerResponse } from "@/lib/server/handler";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { createTokenText, hashServiceAccountToken, toTokenPrefix } from "@/lib/server/tokens/token-text";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { readToken } from "./read-token";

const dayMs = 86_400_000;

/**
 * Creates an API token and returns its secret once. Throws database-unavailable. Throws conflict if the caller is not a
 * person. Throws forbidden for a scope that the caller's role does not allow.
 */
export const createToken: Handler<typeof createTokenContract> = async ({ body, principal }) => {
  const { kind, role, id: makerId } = principal;
  if (kind !== "person" || role === null)
    throw createPersonError("an API token belongs to a person who signed in");
  assertScopes(body.scopes, role, "your role");
  const asOfMs = nowMs();
  const text = createTokenText();
  // False for a repeated request that was already carried out. The stored hash then belongs to an earlier secret.
  let isCreated = false;
  const id = await writeChange(principal, "create-token", (transaction) => {
    isCreated = true;
    return addToken(transaction, text, { ...body, makerId, accountId: null, asOfMs });
  });
  return { asOfMs, token: await readToken(id, asOfMs), text: isCreated ? text : null };
};

/** Throws forbidden for a scope that the role does not allow. `roleText` names the role, such as “your role”. */
export function assertScopes(scopes: readonly TokenScope[], role: Role, roleText: string): void {
  const excess = scopes.filter((scope) => !listRoleScopes(role).includes(scope));
  if (excess.length > 0)
    throw new AppError("forbidden", `${roleText} “${role}” does not allow the scope ${excess.join(", ")}`, {
      userMessage: {
        title: `The role “${role}” does not allow this scope`,
        next: "Choose other scopes, or ask an admin for another role.",
      },
    });
}

interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly lifetimeDays: number;
  readonly makerId: string;
  /** Service account that uses the token. Null if the person who creates the token uses it. */
  readonly accountId: string | null;
  readonly asOfMs: number;
}

/** Stores a new token and returns its id. The database contains only the hash of `text`. */
export async function addToken(
  transaction: Transaction,
  text: string,
  { name, scopes, lifetimeDays, makerId, accountId, asOfMs }: NewToken,
): Promise<string> {
  const { id } = await transaction.apiToken.create({
    data: {
      name,
      scopes: [...new Set(scopes)],
      prefix: toTokenPrefix(text),
      tokenHash: accountId === null ? hashToken(text) : hashServiceAccountToken(text),
      makerId,
      accountId,
      expiresAt: new Date(asOfMs + lifetimeDays * dayMs),
    },
    select: { id: true },
  });
  return id;
}

/** Removes the secret from the response that is stored for repeats of the request. */
export function withoutTokenText(
  response: HandlerResponse<typeof createTokenContract>,
): HandlerResponse<typeof createTokenContract> {
  return { ...response, text: null };
}
