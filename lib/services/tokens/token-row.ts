/** API tokens as rows, and as responses without their hash. */
import { tokenScopes } from "@/lib/model/person";
import type { ApiTokenEntry } from "@/lib/contracts/people/tokens";
import type { Prisma } from "@/lib/server/db/generated/client";

/** Columns that a response about an API token needs. They do not include the hash of the token. */
export const tokenColumns = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  maker: { select: { id: true, name: true } },
  account: { select: { id: true, name: true } },
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  lastAddress: true,
} as const satisfies Prisma.ApiTokenSelect;

type TokenRow = Prisma.ApiTokenGetPayload<{ select: typeof tokenColumns }>;

/** Converts the database row of an API token into a response. `asOfMs` decides whether it has expired. */
export function toTokenEntry(row: TokenRow, asOfMs: number): ApiTokenEntry {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: tokenScopes.filter((scope) => row.scopes.includes(scope)),
    maker: row.maker,
    account: row.account,
    state: stateOf(row, asOfMs),
    createdAtMs: row.createdAt.getTime(),
    expiresAtMs: row.expiresAt.getTime(),
    lastUse: row.lastUsedAt === null ? null : { atMs: row.lastUsedAt.getTime(), address: row.lastAddress },
  };
}

function stateOf({ revokedAt, expiresAt }: TokenRow, asOfMs: number): ApiTokenEntry["state"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt.getTime() <= asOfMs ? "expired" : "active";
}
