/**
 * Finds the API token of a request. It is read from the database for each request, so that revoking it, and a changed
 * role of its holder, act at once.
 */
import { AppError } from "@/lib/model/app-error";
import { roles, tokenScopes, type Role, type TokenScope } from "@/lib/model/person";
import { getDatabase } from "../db/client";
import { toDatabaseError } from "../db/failure";
import type { ReadableHeaders } from "../http/request-guard";
import { getLogger } from "../logger";
import { hashToken } from "../sessions/session-cookie";
import { hashServiceAccountToken, isTokenText } from "./token-text";

/**
 * API token that is neither expired nor revoked, with the current role and teams of its holder: its service account, or
 * the person who created it. A token of a service account permits at most what its creator may do.
 */
export interface VerifiedToken {
  readonly id: string;
  readonly holderId: string;
  readonly isServiceAccount: boolean;
  readonly role: Role;
  readonly teamIds: readonly string[];
  readonly scopes: readonly TokenScope[];
}

/** Shortest time between two stored uses of a token. */
const storedUseSeconds = 60;

/**
 * Returns the text after "Bearer" in the Authorization header. Undefined for other schemes, which proxies
 * use.
 */
export function readBearerToken(headers: ReadableHeaders): string | undefined {
  const match = /^bearer(?: (.*))?$/i.exec(headers.get("authorization") ?? "");
  return match === null ? undefined : (match[1] ?? "").trim();
}

/**
 * Returns the API token with this text. Throws sign-in-required for an invalid token, and
 * database-unavailable.
 */
export async function verifyToken(text: string, address: string | null): Promise<VerifiedToken> {
  if (!isTokenText(text))
    throw new AppError("sign-in-required", "the API token is malformed. Copy it again, or create another", {
      userMessage: {
        title: "The API token is malformed",
        next: "Copy it again, or create another one in Settings › API tokens.",
      },
    });
  const row = await findRow(text);
  // The roles are listed from the fewest rights to the most.
  const role = roles.find((one) => one === row?.role || one === row?.makerRole);
  if (row === undefined || role === undefined)
    throw new AppError("sign-in-required", "the API token is unknown, expired or revoked. Create another", {
      userMessage: {
        title: "The API token is not valid",
        next: "Create another one in Settings › API tokens.",
      },
    });
  if (!row.isUseStored) await storeUse(row.id, address);
  const scopes = tokenScopes.filter((scope) => row.scopes.includes(scope));
  const { id, holderId, isServiceAccount, teamIds } = row;
  return { id, holderId, isServiceAccount, role, teamIds, scopes };
}

interface TokenRow {
  readonly id: string;
  readonly holderId: string;
  readonly isServiceAccount: boolean;
  readonly role: string;
  readonly makerRole: string;
  readonly teamIds: readonly string[];
  readonly scopes: readonly string[];
  readonly isUseStored: boolean;
}

async function findRow(text: string): Promise<TokenRow | undefined> {
  try {
    const [row] = await getDatabase().$queryRaw<readonly TokenRow[]>`
      select token.id, holder.id as "holderId", holder.kind = 'service' as "isServiceAccount", holder.role,
        maker.role as "makerRole", token.scopes,
        array(select team_id::text from members where person_id = holder.id and (maker.role = 'admin'
          or team_id in (select team_id from members where person_id = maker.id))) as "teamIds",
        coalesce(token.last_used_at > now() - ${storedUseSeconds}::int * interval '1 second', false) as "isUseStored"
      from api_tokens as token join people as maker on maker.id = token.maker_id
        join people as holder on holder.id = coalesce(token.account_id, token.maker_id)
      where token.token_hash in (${hashToken(text)}, ${hashServiceAccountToken(text)})
        and (token.token_hash = ${hashToken(text)} or token.account_id is not null) and token.revoked_at is null and token.expires_at > now()
        and holder.state = 'active' and maker.state = 'active'`;
    return row;
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so the API token cannot be checked");
  }
}

/** Stores the use of a token. A failure is only logged, because a token can still read if the database refuses changes. */
async function storeUse(id: string, address: string | null): Promise<void> {
  try {
    await getDatabase().$executeRaw`
      update api_tokens set last_used_at = now(), last_address = ${address} where id = ${id}::uuid`;
  } catch (error) {
    getLogger().warn(
      { error },
      "the time and the address of the last use of an API token could not be stored",
    );
  }
}
