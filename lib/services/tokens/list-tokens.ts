/** Lists API tokens: all tokens for an admin, otherwise the tokens of the caller. */
import type { tokensContract } from "@/lib/contracts/people/tokens";
import { createDisplayContract } from "@/lib/contracts/people/displays";
import { mayCall } from "@/lib/server/access/require-access";
import { listRoleScopes } from "@/lib/server/access/policy";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { toTokenEntry, tokenColumns } from "./token-row";

const maxListed = 500;

/**
 * Returns the API tokens that the caller may see: all for an admin, otherwise the caller's tokens. Throws
 * database-unavailable.
 */
export const listTokens: Handler<typeof tokensContract> = async ({ principal }) => {
  const rows = await readRows((database) =>
    database.apiToken.findMany({
      where: createTokenFilter(principal),
      select: tokenColumns,
      orderBy: { createdAt: "desc" },
      take: maxListed,
    }),
  );
  const asOfMs = nowMs();
  const { kind, role } = principal;
  return {
    asOfMs,
    grantableScopes: kind === "person" && role !== null ? listRoleScopes(role) : [],
    mayCreateDisplays: kind === "person" && role !== null && mayCall(role, createDisplayContract),
    tokens: rows.map((row) => toTokenEntry(row, asOfMs)),
  };
};

/** Returns the database filter for the API tokens that the caller may see and revoke. */
export function createTokenFilter({ role, id, kind }: Principal): {
  readonly makerId?: string;
  readonly accountId?: null;
} {
  if (role === "admin") return {};
  if (kind !== "person") throw new Error(`a ${kind} has no tokens`);
  return { makerId: id, accountId: null };
}
