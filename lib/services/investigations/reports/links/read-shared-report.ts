/** Reads the copy of a report behind a public link. */
import { mapStrings } from "@/lib/base/map-texts";
import type { sharedReportContract } from "@/lib/contracts/investigations/reports/report-links";
import { AppError } from "@/lib/model/app-error";
import { report } from "@/lib/model/investigation/reports/report";
import { withoutImporterName } from "@/lib/sentences/baselines/import-text";
import { nowMs } from "@/lib/server/clock";
import { getDatabase } from "@/lib/server/db/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { consumeSharedRateLimit, type RequestLimit } from "@/lib/server/http/shared-rate-limit";
import { toRateLimitClientKey } from "@/lib/server/http/write-limit";
import { getLogger } from "@/lib/server/logger";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { areReportLinksAllowed } from "./link-row";

/** Limit of requests per network address. It is high, because all readers behind a proxy may have the same address. */
const perAddress: RequestLimit = { kind: "shared-report", burstCount: 60, refillMs: 1_000 };

/** Shortest time between two stored uses of a link. */
const storedUseMs = 60_000;

/**
 * Returns the copy of a report behind a public link. Throws the same not-found error for a link that is unknown, expired or
 * revoked, for a link whose author is no longer active, and if the organisation does not allow links. Throws rate-limited
 * and database-unavailable.
 */
export const readSharedReport: Handler<typeof sharedReportContract> = async ({ params, principal }) => {
  const waitMs = await consumeSharedRateLimit(perAddress, toRateLimitClientKey(principal.address));
  if (waitMs > 0)
    throw new AppError("rate-limited", "this address opened too many reports", { retryAfterMs: waitMs });
  const asOfMs = nowMs();
  // The database compares hashes, so the duration of the search shows nothing about the token.
  const link = await readRows(async (database) => {
    const isAllowed = await areReportLinksAllowed(database);
    const found = await database.reportLink.findFirst({
      where: {
        tokenHash: hashToken(params.token),
        revokedAt: null,
        expiresAt: { gt: new Date(asOfMs) },
        maker: { state: "active" },
      },
      select: { id: true, report: true, expiresAt: true, lastUsedAt: true },
    });
    return isAllowed ? found : null;
  });
  // The copy is null after it was deleted.
  if (link === null || link.report === null)
    throw new AppError("not-found", "this link does not exist, has expired, or was revoked");
  if (link.lastUsedAt === null || asOfMs - link.lastUsedAt.getTime() > storedUseMs)
    await storeUse(link.id, { asOfMs, address: principal.address });
  return {
    asOfMs,
    expiresAtMs: link.expiresAt.getTime(),
    report: mapStrings(report.parse(link.report), withoutImporterName),
  };
};

interface LinkUse {
  readonly asOfMs: number;
  readonly address: string | null;
}

/** Stores the use of a link. A failure is only logged, because a report can still be read if the database refuses changes. */
async function storeUse(id: string, { asOfMs, address }: LinkUse): Promise<void> {
  try {
    await getDatabase().reportLink.update({
      where: { id },
      data: { lastUsedAt: new Date(asOfMs), lastAddress: address },
      select: { id: true },
    });
  } catch (error) {
    getLogger().warn({ error }, "the use of a link to a report could not be stored");
  }
}
