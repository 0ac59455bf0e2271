"use client";

import { useMemo } from "react";
import type { FlameGraph } from "@/lib/analysis/profiles/flame-graph";
import { listFunctions, type FunctionSamples } from "@/lib/analysis/profiles/flame-search";
import { escapeHiddenCharacters } from "@/lib/base/safe-text";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { formatShare } from "./frame-text";

const maxRows = 100;

interface FunctionTableProps {
  readonly graph: FlameGraph;
  readonly name: string;
  /** Text of the search. Empty for all functions. */
  readonly wanted: string;
}

/** The functions of collapsed stacks, those with the most self samples first. */
export function FunctionTable({ graph, name, wanted }: FunctionTableProps) {
  const functions = useMemo(() => listFunctions(graph), [graph]);
  const totalCount = graph.frames[0]?.totalCount ?? 0;
  const sought = wanted.toLowerCase();
  const found = functions.filter((one) => one.name.toLowerCase().includes(sought));
  const share = (count: number): string => formatShare(count, totalCount);
  const columns: readonly TableColumn<FunctionSamples>[] = [
    {
      title: "Function",
      render: (one) => <bdi className="wrap-anywhere">{escapeHiddenCharacters(one.name)}</bdi>,
    },
    { title: "Self samples", render: ({ selfCount }) => formatCount(selfCount) },
    { title: "Self share", render: ({ selfCount }) => share(selfCount) },
    { title: "Total samples", render: (one) => formatCount(one.totalCount) },
    { title: "Total share", render: (one) => share(one.totalCount) },
  ];
  return (
    <ScrollRegion name={`Functions of ${name}`}>
      <CompactTable
        columns={columns}
        rows={found.slice(0, maxRows)}
        getKey={(one) => one.name}
        minWidthPx={520}
      />
      {found.length === 0 && <p className="py-1">No function matches.</p>}
      {found.length > maxRows && (
        <p className="py-1 text-ink-2">
          The first {maxRows} of {countWithNoun(found.length, "function")}. Search for another one.
        </p>
      )}
    </ScrollRegion>
  );
}
