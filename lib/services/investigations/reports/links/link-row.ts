/** Public links to reports as rows, and as responses without their hash and their copy. */
import type { ReportLinkEntry } from "@/lib/contracts/investigations/reports/report-links";
import { reportKinds } from "@/lib/model/investigation/reports/report";
import type { Prisma } from "@/lib/server/db/generated/client";

/** Columns of a link in responses. */
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

/** Returns the response of a row at `asOfMs`. */
export function toLinkEntry(row: LinkRow, asOfMs: number): ReportLinkEntry {
  return {
    id: row.id,
    kind: reportKinds.find((kind) => kind === row.kind) ?? "working",
    maker: row.maker,
    state: stateOf(row, asOfMs),
    createdAtMs: row.createdAt.getTime(),
    expiresAtMs: row.expiresAt.getTime(),
    lastUse: row.lastUsedAt === null ? null : { atMs: row.lastUsedAt.getTime(), address: row.lastAddress },
  };
}

function stateOf({ revokedAt, expiresAt }: LinkRow, asOfMs: number): ReportLinkEntry["state"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt.getTime() <= asOfMs ? "expired" : "active";
}
