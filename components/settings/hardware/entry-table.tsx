"use client";

import type { ComponentType, ReactNode } from "react";
import type { AcceleratorRow } from "@/lib/contracts/roofline-tables";
import { formatCount } from "@/lib/format/number";
import { Rows, ScrollRegion, type Column } from "@/components/shared/figure";
import { provenanceText } from "./row-text";
import { RowActions } from "./row-actions";
import { TableHead } from "./table-head";
import { useEntryTable } from "./use-entry-table";
import { VersionsList } from "./versions-list";

/** What every row of a table has, whatever it is of. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  /** What it can be found by beside id and name. */
  readonly more: readonly string[];
  readonly source: string;
  readonly confidence: string;
  readonly provenance: AcceleratorRow["provenance"];
}

export interface EntryFormPanelProps<Row> {
  /** The row that is changed; null for a new one. */
  readonly row: Row | null;
  readonly onDone: () => void;
  readonly onWritten: () => Promise<unknown>;
}

interface EntryTableProps<Row> {
  readonly table: "accelerators" | "models";
  /** "GPUs", and one of them. */
  readonly title: string;
  readonly one: string;
  readonly rows: readonly Row[];
  /** Not offered any more. */
  readonly retired: readonly Row[];
  readonly entryOf: (row: Row) => Entry;
  /** Between the name and where the numbers are from. */
  readonly columns: readonly Column<Row>[];
  readonly Form: ComponentType<EntryFormPanelProps<Row>>;
  /** Writes a version on the one that was seen. */
  readonly edit: (
    id: string,
    version: number,
    what: { readonly isRetired: boolean } | { readonly restoreVersion: number },
  ) => Promise<unknown>;
  readonly onWritten: () => Promise<unknown>;
}

/** A table that people extend: found, added, changed in versions, restored and retired. */
export function EntryTable<Row>(props: EntryTableProps<Row>) {
  const { table: name, title, one, rows, retired, entryOf, Form, edit, onWritten } = props;
  const table = useEntryTable(onWritten);
  const { opened, setOpened } = table;
  const matchesFilter = (row: Row): boolean => {
    const { id, name: entryName, more } = entryOf(row);
    return table.matches(id, entryName, ...more);
  };
  const filteredRows = rows.filter(matchesFilter);
  const changed = opened?.kind === "change" ? rows.find((row) => entryOf(row).id === opened.id) : undefined;
  const retire = ({ id, provenance }: Entry, isRetired: boolean): void => {
    if (provenance.kind === "added") void table.write(() => edit(id, provenance.version, { isRetired }));
  };
  const list = { one, title, columns: props.columns, entryOf, table, onRetire: retire };
  return (
    <section aria-label={title} className="mt-7">
      <TableHead
        title={title}
        add={`Add a ${one}`}
        filterText={table.sought}
        onFilter={table.setSought}
        onAdd={() => setOpened({ kind: "new" })}
      />
      {(opened?.kind === "new" || changed !== undefined) && (
        <Form
          key={changed === undefined ? "new" : entryOf(changed).id}
          row={changed ?? null}
          onDone={() => setOpened(null)}
          onWritten={onWritten}
        />
      )}
      {table.error !== null && (
        <p role="alert" className="pb-2 text-bad">
          {table.error}
        </p>
      )}
      <EntryRows {...list} rows={filteredRows} isRetired={false} />
      {filteredRows.length === 0 && <p className="py-2 text-ink-2">No {one} is called so.</p>}
      <Retired {...list} rows={retired.filter(matchesFilter)} />
      {opened?.kind === "versions" && (
        <VersionsList
          table={name}
          id={opened.id}
          isBusy={table.isBusy}
          onRestore={(present, restoreVersion) =>
            void table.write(() => edit(opened.id, present, { restoreVersion }))
          }
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
  readonly onRetire: (entry: Entry, isRetired: boolean) => void;
}

function EntryRows<Row>(props: EntryRowsProps<Row>) {
  const { title, rows, entryOf, isRetired, table, onRetire } = props;
  return (
    <ScrollRegion name={isRetired ? `Retired ${title}, table` : `${title}, table`}>
      <Rows
        columns={columnsOf(props, actions)}
        rows={rows}
        keyOf={(row) => entryOf(row).id}
        minWidth={960}
        isFolded
      />
    </ScrollRegion>
  );

  function actions(row: Row) {
    return <RowActions entry={entryOf(row)} isRetired={isRetired} table={table} onRetire={onRetire} />;
  }
}

/** Folded: what people do not offer any more, whole and with its versions, until it is offered again. */
function Retired<Row>(props: Omit<EntryRowsProps<Row>, "isRetired">) {
  const { one, title, rows } = props;
  if (rows.length === 0) return null;
  return (
    <details className="pt-2">
      <summary className="w-fit py-1 text-ink-2">
        {formatCount(rows.length)} retired {rows.length === 1 ? one : inText(title)}
      </summary>
      <p className="pb-1 text-xs text-ink-2">
        Not offered any more; a deployment for which one was chosen still rests on it.
      </p>
      <EntryRows {...props} isRetired />
    </details>
  );
}

/** "GPUs" keeps its capitals, "Models" does not. */
const inText = (title: string): string => (/^[A-Z]{2}/.test(title) ? title : title.toLowerCase());

function columnsOf<Row>(
  { one, columns, entryOf }: Pick<EntryTableProps<Row>, "one" | "columns" | "entryOf">,
  actions: (row: Row) => ReactNode,
): readonly Column<Row>[] {
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
        const { source, confidence } = entryOf(row);
        return (
          <span className="text-ink-2 md:block md:max-w-52 md:truncate" title={`${confidence}: ${source}`}>
            {confidence}: {source}
          </span>
        );
      },
    },
    { title: "By", isText: true, render: (row) => provenanceText(entryOf(row).provenance) },
    { title: "Actions", isText: true, isPlain: true, render: actions },
  ];
}
