"use client";

import type { ComponentType, ReactNode } from "react";
import type { AcceleratorRow } from "@/lib/contracts/roofline-tables";
import { Rows, Scrolled, type Column } from "@/components/shared/figure";
import { provenanceWords } from "./row-words";
import { RowActions } from "./row-actions";
import { TableHead } from "./table-head";
import { useTable } from "./use-table";
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

interface FormProps<Row> {
  /** Null for a new one. */
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
  readonly entryOf: (row: Row) => Entry;
  /** Between the name and where the numbers are from. */
  readonly columns: readonly Column<Row>[];
  readonly Form: ComponentType<FormProps<Row>>;
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
  const { table: name, title, one, rows, entryOf, Form, edit, onWritten } = props;
  const table = useTable(onWritten);
  const { opened, setOpened } = table;
  const shown = rows.filter((row) => {
    const { id, name: own, more } = entryOf(row);
    return table.matches(id, own, ...more);
  });
  const changed = opened?.kind === "change" ? rows.find((row) => entryOf(row).id === opened.id) : undefined;
  const retire = ({ id, provenance }: Entry): void => {
    if (provenance.kind === "added")
      void table.write(() => edit(id, provenance.version, { isRetired: true }));
  };
  return (
    <section aria-label={title} className="mt-7">
      <TableHead
        title={title}
        add={`Add a ${one}`}
        sought={table.sought}
        onSeek={table.setSought}
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
      {table.trouble !== null && (
        <p role="alert" className="pb-2 text-bad">
          {table.trouble}
        </p>
      )}
      <Scrolled name={`${title}, table`}>
        <Rows
          columns={columnsOf(props, actions)}
          rows={shown}
          keyOf={(row) => entryOf(row).id}
          leastWidth={960}
          isFolded
        />
      </Scrolled>
      {shown.length === 0 && <p className="py-2 text-ink-2">No {one} is called so.</p>}
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

  function actions(row: Row) {
    return <Actions entry={entryOf(row)} table={table} onRetire={retire} />;
  }
}

function columnsOf<Row>(
  { one, columns, entryOf }: Pick<EntryTableProps<Row>, "one" | "columns" | "entryOf">,
  actions: (row: Row) => ReactNode,
): readonly Column<Row>[] {
  return [
    {
      title: one.charAt(0).toUpperCase() + one.slice(1),
      of: (row) => <span className="md:whitespace-nowrap">{entryOf(row).name}</span>,
    },
    ...columns,
    {
      title: "Source",
      isText: true,
      of: (row) => {
        const { source, confidence } = entryOf(row);
        return (
          <span className="text-ink-2 md:block md:max-w-52 md:truncate" title={`${confidence}: ${source}`}>
            {confidence}: {source}
          </span>
        );
      },
    },
    { title: "By", isText: true, of: (row) => provenanceWords(entryOf(row).provenance) },
    { title: "Actions", isText: true, isPlain: true, of: actions },
  ];
}

interface ActionsProps {
  readonly entry: Entry;
  readonly table: ReturnType<typeof useTable>;
  readonly onRetire: (entry: Entry) => void;
}

/** None on the product's own rows. */
function Actions({ entry, table: { opened, setOpened, isBusy }, onRetire }: ActionsProps) {
  const { id, name, provenance } = entry;
  if (provenance.kind === "product") return null;
  const isOpen = opened?.kind === "versions" && opened.id === id;
  return (
    <RowActions
      name={name}
      isBusy={isBusy}
      isOpen={isOpen}
      onChange={() => setOpened({ kind: "change", id })}
      onVersions={() => setOpened(isOpen ? null : { kind: "versions", id })}
      onRetire={() => onRetire(entry)}
    />
  );
}
