"use client";

import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { ListingFacts } from "../list/listing-facts";
import { orderDefinitions, sortTraces } from "@/lib/sentences/traces/trace-orders";
import { TraceTable } from "../trace-table";

interface TracesEvidenceProps {
  readonly question: QuestionOf<"traces">;
  readonly data: EvidenceData;
}

/** A stored list of traces in the order of the live page. */
export function TracesEvidence({ question: { order, deployment }, data }: TracesEvidenceProps) {
  if (data.endpoint !== "traces") return null;
  const { list } = data;
  const listing = list[order === "slowest" ? "slowest" : "newest"];
  const sorted = sortTraces(list, order);
  if (listing === null || sorted === null) return <p>The source returned no list of traces.</p>;
  const { startMs, endMs } = list.window;
  const view = { d: deployment, from: String(startMs), to: String(endMs), live: false };
  return (
    <>
      <p className="text-ink-2">Order: {orderDefinitions[order].title}</p>
      <ListingFacts data={list} listing={listing} />
      {sorted.sortNote !== null && <p className="pb-2 text-ink-2">{sorted.sortNote}</p>}
      {list.warnings.map((warning) => (
        <p key={warning} className="text-warn">
          {warning}
        </p>
      ))}
      {sorted.traces.length === 0 ? (
        <p>The list has no trace.</p>
      ) : (
        <TraceTable traces={sorted.traces} view={view} isCopy />
      )}
    </>
  );
}
