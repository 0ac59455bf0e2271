"use client";

import dynamic from "next/dynamic";
import type { TableModelRow } from "@/lib/contracts/roofline/roofline-tables";
import { editModel } from "@/lib/client/queries/roofline-tables";
import { formatFactSources } from "@/lib/model/roofline/fact-sources";
import { formatCount } from "@/lib/format/number";
import type { TableColumn } from "@/components/shared/figure";
import { EntryTable, type HardwareEntry } from "./entry-table";
import { attentionText } from "./row-text";

const ModelFormPanel = dynamic(() => import("./model-form").then((module) => module.ModelFormPanel));

interface ModelTableProps {
  readonly rows: readonly TableModelRow[];
  readonly retired: readonly TableModelRow[];
  readonly onWritten: () => Promise<unknown>;
}

/** Table of all models that the roofline can use. */
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

function entryOf({
  architecture: { id, name },
  source,
  confidence,
  provenance,
}: TableModelRow): HardwareEntry {
  return { id, name, searchTexts: [], sourceText: formatFactSources(confidence, [source]), provenance };
}

const contextText = (maxTokens: number | undefined): string =>
  maxTokens === undefined ? "unknown" : formatCount(maxTokens);

const columns: readonly TableColumn<TableModelRow>[] = [
  { title: "Layers", render: ({ architecture }) => formatCount(architecture.layers) },
  { title: "Hidden size", render: ({ architecture }) => formatCount(architecture.hidden) },
  { title: "Attention", isText: true, render: ({ architecture }) => attentionText(architecture) },
  { title: "Context", render: ({ architecture: { maxContextTokens: maxTokens } }) => contextText(maxTokens) },
];
