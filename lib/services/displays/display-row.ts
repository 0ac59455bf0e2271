/** Links of wall displays as rows, and as responses without their hash. */
import type { DisplayEntry } from "@/lib/contracts/people/displays";
import { wallDisplayPages } from "@/lib/model/deployment/display";
import { AppError } from "@/lib/model/app-error";
import type { Prisma } from "@/lib/server/db/generated/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Principal } from "@/lib/server/principal";

/** Columns that a response on the link of a wall display needs. The hash of the token is not read. */
export const displayColumns = {
  id: true,
  name: true,
  pages: true,
  deployment: true,
  period: true,
  maker: { select: { id: true, name: true } },
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  lastAddress: true,
} as const satisfies Prisma.DisplaySelect;

type DisplayRow = Prisma.DisplayGetPayload<{ select: typeof displayColumns }>;

/** Converts the database row of a link into a response. `asOfMs` decides whether it has expired. */
export function toDisplayEntry(row: DisplayRow, asOfMs: number): DisplayEntry {
  return {
    id: row.id,
    name: row.name,
    pages: wallDisplayPages.filter((page) => row.pages.includes(page)),
    deployment: row.deployment,
    period: row.period,
    maker: row.maker,
    state: stateOf(row, asOfMs),
    createdAtMs: row.createdAt.getTime(),
    expiresAtMs: row.expiresAt?.getTime() ?? null,
    lastUse: row.lastUsedAt === null ? null : { atMs: row.lastUsedAt.getTime(), address: row.lastAddress },
  };
}

function stateOf({ revokedAt, expiresAt }: DisplayRow, asOfMs: number): DisplayEntry["state"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt.getTime() <= asOfMs ? "expired" : "active";
}

/** Reads the link of one wall display. Throws not-found and database-unavailable. */
export async function readDisplay(id: string, asOfMs: number): Promise<DisplayEntry> {
  const row = await readRows((database) =>
    database.display.findUnique({ where: { id }, select: displayColumns }),
  );
  if (row === null) throw new AppError("not-found", "there is no such link of a wall display");
  return toDisplayEntry(row, asOfMs);
}

/** Returns the database filter for the links that the caller may see and revoke: all links for an admin, otherwise the links of the caller. */
export function createDisplayFilter({ role, id }: Principal): { readonly makerId?: string } {
  return role === "admin" ? {} : { makerId: id };
}
