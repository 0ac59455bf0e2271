"use client";

import type { AcceleratorRow } from "@/lib/contracts/roofline-tables";
import { editAccelerator } from "@/lib/client/queries/roofline-tables";
import { formatWithUnit } from "@/lib/format/number";
import { Rows, Scrolled, type Column } from "@/components/shared/figure";
import { AcceleratorFormPanel } from "./accelerator-form";
import { peakWords, provenanceWords } from "./row-words";
import { RowActions } from "./row-actions";
import { TableHead } from "./table-head";
import { useTable } from "./use-table";
import { VersionsList } from "./versions-list";

interface AcceleratorTableProps {
  readonly rows: readonly AcceleratorRow[];
  readonly onWritten: () => Promise<unknown>;
}

/** Every GPU that the roofline knows. */
export function AcceleratorTable({ rows, onWritten }: AcceleratorTableProps) {
  const table = useTable(onWritten);
  const { opened, setOpened } = table;
  const shown = rows.filter(({ accelerator: { id, name, vendor } }) => table.matches(id, name, vendor));
  const changed =
    opened?.kind === "change" ? rows.find(({ accelerator }) => accelerator.id === opened.id) : undefined;
  const retire = ({ accelerator, provenance }: AcceleratorRow): void => {
    if (provenance.kind === "added")
      void table.write(() => editAccelerator(accelerator.id, provenance.version, { isRetired: true }));
  };
  return (
    <section aria-label="GPUs" className="mt-6">
      <TableHead
        title="GPUs"
        add="Add a GPU"
        sought={table.sought}
        onSeek={table.setSought}
        onAdd={() => setOpened({ kind: "new" })}
      />
      {(opened?.kind === "new" || changed !== undefined) && (
        <AcceleratorFormPanel
          key={changed?.accelerator.id ?? "new"}
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
      <Scrolled name="GPUs, table">
        <Rows
          columns={[...columns, { title: "Actions", isText: true, of: actions }]}
          rows={shown}
          keyOf={({ accelerator }) => accelerator.id}
          leastWidth={1_040}
        />
      </Scrolled>
      {shown.length === 0 && <p className="py-2 text-ink-2">No GPU is called so.</p>}
      {opened?.kind === "versions" && <VersionsList table="accelerators" id={opened.id} />}
    </section>
  );

  function actions(row: AcceleratorRow) {
    const { id, name } = row.accelerator;
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

const terabytes = (bytesPerSecond: number | undefined): string =>
  bytesPerSecond === undefined ? "unknown" : formatWithUnit(bytesPerSecond, "bytes-per-second", "TB/s");

const columns: readonly Column<AcceleratorRow>[] = [
  { title: "GPU", of: ({ accelerator }) => accelerator.name },
  { title: "Memory", of: ({ accelerator }) => formatWithUnit(accelerator.memoryBytes, "bytes", "GB") },
  { title: "Bandwidth", of: ({ accelerator }) => terabytes(accelerator.bandwidthBytesPerSecond) },
  { title: "Measured", of: ({ accelerator }) => terabytes(accelerator.measured?.bandwidthBytesPerSecond) },
  { title: "Dense peaks, TFLOP/s", isText: true, of: ({ accelerator }) => peakWords(accelerator) },
  { title: "Confidence", isText: true, of: ({ accelerator }) => accelerator.confidence.replaceAll("-", " ") },
  {
    title: "Source",
    isText: true,
    of: ({ accelerator: { sources } }) => (
      <span className="block max-w-80 truncate text-ink-2" title={sources.join("; ")}>
        {sources.join("; ")}
      </span>
    ),
  },
  { title: "By", isText: true, of: ({ provenance }) => provenanceWords(provenance) },
];
