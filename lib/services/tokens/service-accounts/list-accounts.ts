/** Lists service accounts with their teams and the use of their tokens. */
import type {
  ServiceAccountsResponse,
  serviceAccountsContract,
} from "@/lib/contracts/people/service-accounts";
import { serviceAccountRoles } from "@/lib/model/person";
import { listRoleScopes } from "@/lib/server/access/policy";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Handler } from "@/lib/server/handler";

type ServiceAccount = ServiceAccountsResponse["accounts"][number];

const columns = {
  id: true,
  name: true,
  role: true,
  version: true,
  members: { select: { team: { select: { id: true, name: true } } }, orderBy: { team: { name: "asc" } } },
  accountTokens: { select: { revokedAt: true, expiresAt: true, lastUsedAt: true } },
} as const satisfies Prisma.PersonSelect;

/** Returns all service accounts that were not removed, by name. Throws database-unavailable. */
export const listServiceAccounts: Handler<typeof serviceAccountsContract> = async () => {
  const rows = await readRows((database) =>
    database.person.findMany({
      where: { kind: "service", state: "active" },
      select: columns,
      orderBy: [{ name: "asc" }, { id: "asc" }],
    }),
  );
  const asOfMs = nowMs();
  return { asOfMs, accounts: rows.map((row) => toServiceAccount(row, asOfMs)) };
};

function toServiceAccount(
  { id, name, role, version, members, accountTokens }: Prisma.PersonGetPayload<{ select: typeof columns }>,
  asOfMs: number,
): ServiceAccount {
  const knownRole = toServiceRole(role);
  const useTimes = accountTokens.flatMap(({ lastUsedAt }) => lastUsedAt?.getTime() ?? []);
  return {
    id,
    name,
    role: knownRole,
    teams: members.map(({ team }) => team),
    activeTokenCount: accountTokens.filter(
      ({ revokedAt, expiresAt }) => revokedAt === null && expiresAt.getTime() > asOfMs,
    ).length,
    lastUsedAtMs: useTimes.length === 0 ? null : Math.max(...useTimes),
    grantableScopes: [...listRoleScopes(knownRole)],
    version,
  };
}

/** Validates the stored role of a service account. The constraint of the database refuses other values. */
export function toServiceRole(stored: string): ServiceAccount["role"] {
  return serviceAccountRoles.find((role) => role === stored) ?? "viewer";
}
