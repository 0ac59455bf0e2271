"use client";

import { useQuery } from "@tanstack/react-query";
import { noAuditFilters, type AuditFilters } from "@/lib/client/audit-url";
import { auditChoicesQuery } from "./audit-query";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { AuditRange } from "./audit-range";
import { nameAuthor } from "./name-author";
import { identifierToText } from "./state-changes";

interface AuditFiltersProps {
  readonly filters: AuditFilters;
  readonly onChange: (change: Partial<AuditFilters>) => void;
}

/** Selects author, action, table and time range. An object is selected in the list. */
export function AuditFilterFields({ filters, onChange }: AuditFiltersProps) {
  const { data } = useQuery(auditChoicesQuery);
  const isFiltered = Object.values(filters).some((value) => value !== null);
  return (
    <section aria-label="Filter entries" className="mt-5 flex flex-wrap items-end gap-3">
      <NameChoice
        label="Author"
        every="All authors"
        names={(data?.actors ?? []).map(({ id }) => id)}
        chosen={filters.author}
        onChoose={(author) => onChange({ author })}
        format={(author) => nameAuthor(author, data?.actors ?? [])}
      />
      <NameChoice
        label="Action"
        every="All actions"
        names={data?.actions ?? []}
        chosen={filters.action}
        onChoose={(action) => onChange({ action })}
        format={identifierToText}
      />
      <NameChoice
        label="Table"
        every="All tables"
        names={data?.tables ?? []}
        chosen={filters.table}
        onChoose={(table) => onChange({ table })}
        format={identifierToText}
      />
      <AuditRange range={filters} onChoose={onChange} />
      {isFiltered && (
        <Button size="sm" onClick={() => onChange(noAuditFilters)}>
          Clear filters
        </Button>
      )}
      {filters.object !== null && (
        <p className="w-full text-xs text-ink-2">
          Only changes of the object <code className="font-mono">{filters.object}</code>
        </p>
      )}
    </section>
  );
}

interface NameChoiceProps {
  readonly label: string;
  /** Text of the option without a filter. */
  readonly every: string;
  readonly names: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (name: string | null) => void;
  readonly format?: (name: string) => string;
}

/** The selected name is an option even if no entry has it, as in a link to a trail that was changed. */
function NameChoice({ label, every, names, chosen, onChoose, format = String }: NameChoiceProps) {
  const listed = chosen === null || names.includes(chosen) ? names : [chosen, ...names];
  return (
    <Choice
      label={label}
      className="max-w-56"
      value={chosen ?? ""}
      options={[["", every], ...listed.map((name) => [name, format(name)] as const)]}
      onChoose={(name) => onChoose(name === "" ? null : name)}
    />
  );
}
