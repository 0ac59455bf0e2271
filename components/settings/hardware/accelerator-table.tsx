"use client";

import dynamic from "next/dynamic";
import type { AcceleratorRow } from "@/lib/contracts/roofline/roofline-tables";
import { editAccelerator } from "@/lib/client/queries/roofline-tables";
import { formatFactSources } from "@/lib/model/roofline/fact-sources";
import { formatWithUnit } from "@/lib/format/number";
import type { TableColumn } from "@/components/shared/figure";
import { EntryTable, type HardwareEntry } from "./entry-table";
import { peakText } from "./row-text";

const AcceleratorFormPanel = dynamic(() =>
  import("./accelerator-form").then((module) => module.AcceleratorFormPanel),
);

interface AcceleratorTableProps {
  readonly rows: readonly AcceleratorRow[];
  readonly retired: readonly AcceleratorRow[];
  readonly onWritten: () => Promise<unknown>;
}

/** Table of all GPUs that the roofline can use. */
export function AcceleratorTable({ rows, retired, onWritten }: AcceleratorTableProps) {
  return (
    <EntryTable
      table="accelerators"
      title="GPUs"
      one="GPU"
      rows={rows}
      retired={retired}
      entryOf={entryOf}
      columns={columns}
      Form={AcceleratorFormPanel}
      edit={editAccelerator}
      onWritten={onWritten}
    />
  );
}

function entryOf({ accelerator, provenance }: AcceleratorRow): HardwareEntry {
  const { id, name, vendor, sources, confidence } = accelerator;
  return {
    id,
    name,
    searchTexts: [vendor],
    sourceText: formatFactSources(confidence, sources),
    provenance,
  };
}

const terabytes = (bytesPerSecond: number | undefined): string =>
  bytesPerSecond === undefined ? "unknown" : formatWithUnit(bytesPerSecond, "bytes-per-second", "TB/s");

const columns: readonly TableColumn<AcceleratorRow>[] = [
  { title: "Memory", render: ({ accelerator }) => formatWithUnit(accelerator.memoryBytes, "bytes", "GB") },
  { title: "Bandwidth", render: ({ accelerator }) => terabytes(accelerator.bandwidthBytesPerSecond) },
  {
    title: "Measured",
    render: ({ accelerator }) => terabytes(accelerator.measured?.bandwidthBytesPerSecond),
  },
  {
    title: "Dense peaks, TFLOP/s",
    isText: true,
    render: ({ accelerator }) => (
      <span className="md:block md:whitespace-normal">{peakText(accelerator)}</span>
    ),
  },
];
