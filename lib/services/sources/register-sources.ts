/** Stores the configured sources as read-only rows and marks sources that are no longer configured as removed. */
import { systemPrincipal } from "@/lib/server/principal";
import { nowMs } from "@/lib/server/clock";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import type { ConfiguredSource } from "@/lib/model/sources/source-credentials";
import { listConfiguredSources, getSourceState } from "./source-state";

/**
 * Stores the configured sources, so that deployments can refer to them. Throws database-unavailable. Idempotent, also
 * across processes.
 */
export async function registerSources(): Promise<void> {
  const sources = listConfiguredSources();
  const ids = await writeChange(systemPrincipal, "register-sources", async (transaction) => {
    const rows: SourceRow[] = [];
    // One after another, because a transaction has one connection.
    for (const source of sources) rows.push(await upsertSource(transaction, source));
    await transaction.source.updateMany({
      where: { managedBy: "environment", removedAt: null, slug: { notIn: sources.map(({ slug }) => slug) } },
      data: { removedAt: new Date(nowMs()) },
    });
    return rows;
  });
  for (const { slug, id } of ids) getSourceState(slug).id = id;
}

/** An alias, because an audited result must be JSON and interfaces have no index signature. */
type SourceRow = Readonly<Record<"slug" | "id", string>>;

async function upsertSource(
  transaction: Transaction,
  { slug, kind, title, url, setBy }: ConfiguredSource,
): Promise<SourceRow> {
  const columns = { kind, title, url, setBy, managedBy: "environment", removedAt: null };
  return transaction.source.upsert({
    where: { slug },
    create: { id: getSourceState(slug).id, slug, ...columns },
    update: columns,
    select: { slug: true, id: true },
  });
}
