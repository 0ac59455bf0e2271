"use client";

import type { TableModelRow } from "@/lib/contracts/roofline-tables";
import { editModel } from "@/lib/client/queries/roofline-tables";
import { formatCount } from "@/lib/format/number";
import type { Column } from "@/components/shared/figure";
import { EntryTable, type Entry } from "./entry-table";
import { ModelFormPanel } from "./model-form";
import { attentionWords } from "./row-words";

interface ModelTableProps {
  readonly rows: readonly TableModelRow[];
  readonly retired: readonly TableModelRow[];
  readonly onWritten: () => Promise<unknown>;
}

/** Every model that the roofline knows. */
export function ModelTable({ rows, retired, onWritten }: ModelTableProps) {
  return (
    <EntryTable
      table="models"
      title="Models"
      one="model"
      rows={rows}
      retired={retired}
      entryOf={entryOf}
      columns={columns}
      Form={ModelFormPanel}
      edit={editModel}
      onWritten={onWritten}
    />
  );
}

function entryOf({ architecture: { id, name }, source, confidence, provenance }: TableModelRow): Entry {
  return { id, name, more: [], source, confidence: confidence.replaceAll("-", " "), provenance };
}

const contextWords = (most: number | undefined): string =>
  most === undefined ? "not told" : formatCount(most);

const columns: readonly Column<TableModelRow>[] = [
  { title: "Layers", of: ({ architecture }) => formatCount(architecture.layers) },
  { title: "Hidden", of: ({ architecture }) => formatCount(architecture.hidden) },
  { title: "Attention", isText: true, of: ({ architecture }) => attentionWords(architecture) },
  { title: "Context", of: ({ architecture: { maxContextTokens: most } }) => contextWords(most) },
];
