"use client";

import type { ComponentType, ReactNode } from "react";
import type { AcceleratorRow } from "@/lib/contracts/roofline/roofline-tables";
import { formatCount } from "@/lib/format/number";
import { singularOrPlural } from "@/lib/format/agreement";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { OpenFormProvider } from "@/components/shared/forms/leave-form";
import { WriteError } from "@/components/shared/forms/write-error";
import { provenanceText } from "./row-text";
import { RowActions } from "./row-actions";
import { TableHead } from "./table-head";
import { useEntryTable, type EditEntry } from "./use-entry-table";
import { VersionsList } from "./versions-list";

/** Fields of a table row that exist for GPUs and for models. */
export interface HardwareEntry {
  readonly id: string;
  readonly name: string;
  /** Further texts that the filter searches, in addition to id and name. */
  readonly searchTexts: readonly string[];
  /** Where the values are from, and how reliable they are. */
  readonly sourceText: string;
  readonly provenance: AcceleratorRow["provenance"];
}

/** Properties of the form for a GPU or model. */
export interface EntryFormPanelProps<Row> {
  /** The edited row, or null for a new one. */
  readonly row: Row | null;
  readonly onDone: () => void;
  readonly onWritten: () => Promise<unknown>;
}

/** Classes of the form above a table. */
export const entryFormClasses = "my-3 max-w-[860px] border-y border-rule py-3";

/** Returns the version of an added GPU or model. Null for a new one. */
export function getVersion(row: { readonly provenance: HardwareEntry["provenance"] } | null): number | null {
  return row?.provenance.kind === "added" ? row.provenance.version : null;
}

interface EntryTableProps<Row> {
  readonly table: "accelerators" | "models";
  /** Plural title ("GPUs") and singular name ("GPU"). */
  readonly title: string;
  readonly one: string;
  readonly rows: readonly Row[];
  /** Retired rows. They cannot be selected for deployments. */
  readonly retired: readonly Row[];
  readonly entryOf: (row: Row) => HardwareEntry;
  /** Columns between the name and the source. */
  readonly columns: readonly TableColumn<Row>[];
  readonly Form: ComponentType<EntryFormPanelProps<Row>>;
  readonly edit: EditEntry;
  readonly onWritten: () => Promise<unknown>;
}

/** Table of GPUs or models with filter, versions, and actions to add, edit, restore and retire entries. */
export function EntryTable<Row>(props: EntryTableProps<Row>) {
  const { table: name, title, one, rows, retired, entryOf, Form, edit, onWritten } = props;
  const table = useEntryTable(edit, onWritten);
  const { opened, setOpened } = table;
  const matchesFilter = (row: Row): boolean => {
    const { id, name: entryName, searchTexts: more } = entryOf(row);
    return table.matches(id, entryName, ...more);
  };
  const filteredRows = rows.filter(matchesFilter);
  const changed = opened?.kind === "change" ? rows.find((row) => entryOf(row).id === opened.id) : undefined;
  const retire = ({ id, provenance }: HardwareEntry, isRetired: boolean): void => {
    if (provenance.kind === "added") table.write([id, provenance.version, { isRetired }]);
  };
  const list = { one, title, columns: props.columns, entryOf, table, onRetire: retire };
  return (
    <section aria-label={title} className="mt-7">
      <TableHead
        title={title}
        addLabel={`Add a ${one}`}
        filterText={table.sought}
        onFilter={table.setSought}
        onAdd={() => table.open({ kind: "new" })}
      />
      {(opened?.kind === "new" || changed !== undefined) && (
        <OpenFormProvider value={table.registerForm}>
          <Form
            key={changed === undefined ? "new" : entryOf(changed).id}
            row={changed ?? null}
            // A panel that was opened after the save remains open.
            onDone={() => setOpened((present) => (present === opened ? null : present))}
            onWritten={onWritten}
          />
        </OpenFormProvider>
      )}
      <WriteError error={table.error} className="pb-2" />
      <EntryRows {...list} rows={filteredRows} isRetired={false} />
      {filteredRows.length === 0 && <p className="py-2 text-ink-2">No {one} matches this filter.</p>}
      <Retired {...list} rows={retired.filter(matchesFilter)} />
      {opened?.kind === "versions" && (
        <VersionsList
          table={name}
          id={opened.id}
          isBusy={table.isBusy}
          onRestore={(present, restoreVersion) => table.write([opened.id, present, { restoreVersion }])}
        />
      )}
    </section>
  );
}

interface EntryRowsProps<Row> extends Pick<
  EntryTableProps<Row>,
  "one" | "title" | "rows" | "columns" | "entryOf"
> {
  readonly isRetired: boolean;
  readonly table: ReturnType<typeof useEntryTable>;
  readonly onRetire: (entry: HardwareEntry, isRetired: boolean) => void;
}

function EntryRows<Row>(props: EntryRowsProps<Row>) {
  const { title, rows, entryOf, isRetired, table, onRetire } = props;
  return (
    <ScrollRegion name={isRetired ? `Retired ${title}, table` : `${title}, table`}>
      <CompactTable
        columns={columnsOf(props, actions)}
        rows={rows}
        getKey={(row) => entryOf(row).id}
        minWidthPx={960}
        isListOnPhones
      />
    </ScrollRegion>
  );

  function actions(row: Row) {
    return <RowActions entry={entryOf(row)} isRetired={isRetired} table={table} onRetire={onRetire} />;
  }
}

/** Folded list of retired entries with their versions. They can be made available again. */
function Retired<Row>(props: Omit<EntryRowsProps<Row>, "isRetired">) {
  const { one, title, rows } = props;
  if (rows.length === 0) return null;
  return (
    <details className="pt-2">
      <summary className="w-fit py-1 text-ink-2">
        {formatCount(rows.length)} retired {singularOrPlural(rows.length, one, inText(title))}
      </summary>
      <p className="pb-1 text-xs text-ink-2">
        Retired entries cannot be selected. Deployments that already use a retired entry continue to use it.
      </p>
      <EntryRows {...props} isRetired />
    </details>
  );
}

/** "GPUs" keeps its capitals in a sentence, "Models" becomes lower case. */
const inText = (title: string): string => (/^[A-Z]{2}/.test(title) ? title : title.toLowerCase());

function columnsOf<Row>(
  { one, columns, entryOf }: Pick<EntryTableProps<Row>, "one" | "columns" | "entryOf">,
  actions: (row: Row) => ReactNode,
): readonly TableColumn<Row>[] {
  return [
    {
      title: one.charAt(0).toUpperCase() + one.slice(1),
      render: (row) => <span className="md:whitespace-nowrap">{entryOf(row).name}</span>,
    },
    ...columns,
    {
      title: "Source",
      isText: true,
      render: (row) => {
        const { sourceText } = entryOf(row);
        return (
          <span className="text-ink-2 md:block md:max-w-52 md:truncate" title={sourceText}>
            {sourceText}
          </span>
        );
      },
    },
    { title: "Added by", isText: true, render: (row) => provenanceText(entryOf(row).provenance) },
    { title: "Actions", isText: true, isPlain: true, render: actions },
  ];
}
