"use client";

import type { TableModelRow } from "@/lib/contracts/roofline-tables";
import { editModel } from "@/lib/client/queries/roofline-tables";
import { formatCount } from "@/lib/format/number";
import { Rows, Scrolled, type Column } from "@/components/shared/figure";
import { ModelFormPanel } from "./model-form";
import { attentionWords, provenanceWords } from "./row-words";
import { RowActions } from "./row-actions";
import { TableHead } from "./table-head";
import { useTable } from "./use-table";
import { VersionsList } from "./versions-list";

interface ModelTableProps {
  readonly rows: readonly TableModelRow[];
  readonly onWritten: () => Promise<unknown>;
}

/** Every model that the roofline knows. */
export function ModelTable({ rows, onWritten }: ModelTableProps) {
  const table = useTable(onWritten);
  const { opened, setOpened } = table;
  const shown = rows.filter(({ architecture: { id, name } }) => table.matches(id, name));
  const changed =
    opened?.kind === "change" ? rows.find(({ architecture }) => architecture.id === opened.id) : undefined;
  const retire = ({ architecture, provenance }: TableModelRow): void => {
    if (provenance.kind === "added")
      void table.write(() => editModel(architecture.id, provenance.version, { isRetired: true }));
  };
  return (
    <section aria-label="Models" className="mt-8">
      <TableHead
        title="Models"
        add="Add a model"
        sought={table.sought}
        onSeek={table.setSought}
        onAdd={() => setOpened({ kind: "new" })}
      />
      {(opened?.kind === "new" || changed !== undefined) && (
        <ModelFormPanel
          key={changed?.architecture.id ?? "new"}
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
      <Scrolled name="Models, table">
        <Rows
          columns={[...columns, { title: "Actions", isText: true, of: actions }]}
          rows={shown}
          keyOf={({ architecture }) => architecture.id}
          leastWidth={1_040}
        />
      </Scrolled>
      {shown.length === 0 && <p className="py-2 text-ink-2">No model is called so.</p>}
      {opened?.kind === "versions" && <VersionsList table="models" id={opened.id} />}
    </section>
  );

  function actions(row: TableModelRow) {
    const { id, name } = row.architecture;
    if (row.provenance.kind === "product") return null;
    return (
      <RowActions
        name={name}
        isBusy={table.isBusy}
        isOpen={opened?.kind === "versions" && opened.id === id}
        onChange={() => setOpened({ kind: "change", id })}
        onVersions={() =>
          setOpened(opened?.kind === "versions" && opened.id === id ? null : { kind: "versions", id })
        }
        onRetire={() => retire(row)}
      />
    );
  }
}

const columns: readonly Column<TableModelRow>[] = [
  { title: "Model", of: ({ architecture }) => architecture.name },
  { title: "Layers", of: ({ architecture }) => formatCount(architecture.layers) },
  { title: "Hidden", of: ({ architecture }) => formatCount(architecture.hidden) },
  { title: "Attention", isText: true, of: ({ architecture }) => attentionWords(architecture) },
  { title: "Context", of: ({ architecture }) => formatCount(architecture.maxContextTokens) },
  { title: "Confidence", isText: true, of: ({ confidence }) => confidence.replaceAll("-", " ") },
  {
    title: "Source",
    isText: true,
    of: ({ source }) => (
      <span className="block max-w-80 truncate text-ink-2" title={source}>
        {source}
      </span>
    ),
  },
  { title: "By", isText: true, of: ({ provenance }) => provenanceWords(provenance) },
];
