/** Public links to reports as rows, and as responses without their hash and their copy. */
import type { ReportLinkEntry } from "@/lib/contracts/investigations/reports/report-links";
import { reportKinds } from "@/lib/model/investigation/reports/report-kinds";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Transaction } from "@/lib/server/with-change";

/** Columns that the response for a link needs. */
export const linkColumns = {
  id: true,
  kind: true,
  maker: { select: { id: true, name: true } },
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  lastAddress: true,
} as const satisfies Prisma.ReportLinkSelect;

type LinkRow = Prisma.ReportLinkGetPayload<{ select: typeof linkColumns }>;

interface LinkFacts {
  readonly asOfMs: number;
  /** True if the organisation allows links. */
  readonly isAllowed: boolean;
}

/** Returns whether the organisation allows links. */
export async function areReportLinksAllowed(database: Pick<Transaction, "organisation">): Promise<boolean> {
  return (await database.organisation.count({ where: { allowsReportLinks: true } })) > 0;
}

/** Converts a link from a database row. */
export function toLinkEntry(row: LinkRow, facts: LinkFacts): ReportLinkEntry {
  return {
    id: row.id,
    kind: reportKinds.find((kind) => kind === row.kind) ?? "working",
    maker: row.maker,
    state: stateOf(row, facts),
    createdAtMs: row.createdAt.getTime(),
    expiresAtMs: row.expiresAt.getTime(),
    lastUse: row.lastUsedAt === null ? null : { atMs: row.lastUsedAt.getTime(), address: row.lastAddress },
  };
}

function stateOf(
  { revokedAt, expiresAt }: LinkRow,
  { asOfMs, isAllowed }: LinkFacts,
): ReportLinkEntry["state"] {
  if (revokedAt !== null) return "revoked";
  if (expiresAt.getTime() <= asOfMs) return "expired";
  return isAllowed ? "active" : "stopped";
}
