"use client";

import { useQuery } from "@tanstack/react-query";
import { noAuditFilters, useAuditState, type AuditFilters } from "@/lib/client/audit-url";
import { auditQuery } from "./audit-query";
import type { auditContract } from "@/lib/contracts/audit";
import type { ResponseOf } from "@/lib/contracts/contract";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { toSentence } from "@/lib/format/sentence";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { Button } from "@/components/ui/button";
import { AuditEntryRow } from "./audit-entry-row";
import { AuditFilterFields } from "./audit-filters";
import { ExportButtons } from "./export-buttons";

/** Lists who changed what, with the values before and after, newest first. */
export function AuditPage() {
  const { state, setFilters, openPage } = useAuditState();
  const { before, ...filters } = state;
  const { data, error, refetch, isPlaceholderData } = useQuery(auditQuery(state));
  return (
    <div className="@container max-w-[1040px]">
      <SettingsFrame
        headline={<Headline unsealedCount={data?.unsealedCount} />}
        errorText={error === null ? null : errorText(error, data !== undefined)}
        onRetry={() => void refetch()}
        loadingText={data === undefined ? "Loading the audit trail" : null}
      >
        <AuditFilterFields filters={filters} onChange={setFilters} />
        <ExportButtons key={JSON.stringify(filters)} filters={filters} />
        {data !== undefined && (
          <EntryList
            page={data}
            isRefreshing={isPlaceholderData}
            onChooseObject={
              filters.object === null ? (object) => setFilters({ ...noAuditFilters, object }) : null
            }
          />
        )}
        {data?.entries.length === 0 && <EmptyText filters={filters} isFirstPage={before === null} />}
        {data !== undefined && (
          <nav aria-label="Pages of entries" className="flex gap-2 py-3">
            {before !== null && <Button onClick={() => openPage(null)}>Newest entries</Button>}
            {data.nextCursor !== null && (
              <Button onClick={() => openPage(data.nextCursor)}>Older entries</Button>
            )}
          </nav>
        )}
      </SettingsFrame>
    </div>
  );
}

function Headline({ unsealedCount }: { readonly unsealedCount: number | undefined }) {
  if (unsealedCount === undefined) return <span className="font-semibold text-ink">Audit trail</span>;
  return (
    <>
      <span className="font-semibold text-ink">
        {unsealedCount === 0
          ? "All entries are sealed."
          : `${countWithNoun(unsealedCount, "entry", "entries")} ${singularOrPlural(unsealedCount, "is", "are")} not sealed yet.`}
      </span>{" "}
      Each change is recorded with its author and the values before and after. Sealed entries form a hash
      chain, which shows whether an entry was changed later.
    </>
  );
}

function errorText({ message }: Error, isListed: boolean): string {
  return `${toSentence(message)}${isListed ? " The previous entries are shown." : ""}`;
}

interface EntryListProps {
  readonly page: ResponseOf<typeof auditContract>;
  readonly isRefreshing: boolean;
  readonly onChooseObject: ((id: string) => void) | null;
}

function EntryList({ page: { entries, asOfMs }, isRefreshing, onChooseObject }: EntryListProps) {
  if (entries.length === 0) return null;
  return (
    <ol
      aria-label="Entries"
      aria-busy={isRefreshing || undefined}
      className={`mt-3 border-t border-rule-strong ${isRefreshing ? "opacity-45" : ""}`}
    >
      {entries.map((entry) => (
        <AuditEntryRow key={entry.id} entry={entry} asOfMs={asOfMs} onChooseObject={onChooseObject} />
      ))}
    </ol>
  );
}

interface EmptyTextProps {
  readonly filters: AuditFilters;
  readonly isFirstPage: boolean;
}

/** Explains why no entry is listed. */
function EmptyText({ filters, isFirstPage }: EmptyTextProps) {
  const isFiltered = Object.values(filters).some((value) => value !== null);
  return (
    <p className="mt-6 text-ink-2">
      {!isFirstPage
        ? "There are no older entries."
        : isFiltered
          ? "No entry matches these filters. Clear the filters to see all entries."
          : "No change was recorded yet. The first entry appears when a source, deployment or setting is changed."}
    </p>
  );
}
