"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useMemo, useState, type ReactNode } from "react";
import type { BrokenHopRow, TraceFlow, TraceFlowResponse } from "@/lib/contracts/traces/trace-flow";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { ShapeMark } from "@/components/shared/status-mark";
import { layoutFlow, createEdgeKey, type FlowDrawing } from "./flow-layout";
import { useIsNarrow } from "./use-is-narrow";
import { FlowMap, type HighlightedElement } from "./flow-map";
import { FlowTable } from "./flow-table";
import {
  callName,
  describeCall,
  describeBrokenHop,
  describeService,
  describeRetrieval,
  formatShare,
} from "@/lib/sentences/traces/flow-text";

interface FlowBodyProps {
  readonly flow: TraceFlow;
  readonly compared: TraceFlowResponse["compared"];
  /** Name of the comparison window. Null if nothing is compared. */
  readonly comparedWindowLabel: string | null;
  /** Control that raises the limit of traces, displayed if the limit was reached. */
  readonly moreTraces: ReactNode;
  /** Width above which the map is drawn downwards, in pixels. Absent if only the width of the page decides. */
  readonly maxMapWidth?: number;
}

/**
 * Shows facts, breaks in the span chains, and the service map with details of the focused element. On phones
 * the table precedes the map.
 */
export function FlowBody({
  flow,
  compared,
  comparedWindowLabel,
  moreTraces,
  maxMapWidth = Number.POSITIVE_INFINITY,
}: FlowBodyProps) {
  const [highlighted, setHighlighted] = useState<HighlightedElement | null>(null);
  const isNarrow = useIsNarrow();
  const drawing = useMemo(
    () => (isNarrow ? layoutFlow(flow.nodes, flow.edges, "down") : layoutWithin(flow, maxMapWidth)),
    [flow, isNarrow, maxMapWidth],
  );
  const isScaled = flow.retrieval.scale.kind === "all-requests";
  const isCompared = flow.edges.some(({ before }) => before !== null);
  return (
    <div className="flex flex-col gap-5">
      <Facts
        flow={flow}
        compared={compared}
        comparedWindowLabel={comparedWindowLabel}
        moreTraces={moreTraces}
      />
      {flow.hops.length > 0 && <Hops hops={flow.hops} omitted={flow.omitted.hops} />}
      {flow.edges.length > 0 && (
        <>
          <section aria-label="Map" className="border-t border-rule pt-3 max-md:order-2">
            <FlowMap
              drawing={drawing}
              summary={summaryOf(flow)}
              highlighted={highlighted}
              onHighlight={setHighlighted}
            />
            <PointedDetails
              flow={flow}
              highlighted={highlighted}
              label={isCompared ? comparedWindowLabel : null}
              isScaled={isScaled}
            />
            <OmittedNote flow={flow} drawing={drawing} />
          </section>
          <section aria-label="Calls" className="border-t border-rule pt-3">
            <FlowTable
              rows={flow.edges}
              isCompared={isCompared}
              isScaled={isScaled}
              highlightedKey={highlighted?.kind === "edge" ? highlighted.key : null}
            />
          </section>
        </>
      )}
    </div>
  );
}

/** Lays out the map from left to right. If it would be wider than `maxWidth`, it is laid out downwards if that is narrower. */
function layoutWithin({ nodes, edges }: TraceFlow, maxWidth: number): FlowDrawing {
  const wide = layoutFlow(nodes, edges, "right");
  if (wide.width <= maxWidth) return wide;
  const tall = layoutFlow(nodes, edges, "down");
  return tall.width < wide.width ? tall : wide;
}

type FactsProps = Omit<FlowBodyProps, "maxMapWidth">;

function Facts({ flow, compared, comparedWindowLabel, moreTraces }: FactsProps) {
  const { retrieval = null, problem = null } = compared ?? {};
  return (
    <div className="tnum flex flex-col gap-1 text-xs text-ink-2">
      <p>
        Traces of <code className="font-mono">{flow.retrieval.service}</code>:{" "}
        {describeRetrieval(flow.retrieval)}
      </p>
      {flow.retrieval.isTruncated && moreTraces !== null && <p>{moreTraces}</p>}
      {retrieval !== null && (
        <p>
          {capitalise(comparedWindowLabel ?? "the comparison window")}: {describeRetrieval(retrieval)}
        </p>
      )}
      {retrieval?.returnedCount === 0 && <p>The comparison window has no requests.</p>}
      {problem !== null && (
        <p className="flex items-center gap-2">
          <ShapeMark shape="failed" className="size-2.5" />
          {capitalise(comparedWindowLabel ?? "the comparison window")} cannot be loaded:{" "}
          {endSentence(problem.detail)}
        </p>
      )}
    </div>
  );
}

function Hops({ hops, omitted }: { readonly hops: readonly BrokenHopRow[]; readonly omitted: number }) {
  return (
    <section aria-label="Calls with missing spans">
      <h2 className="pb-1 font-semibold">
        {countWithNoun(hops.length + omitted, "call with missing spans", "calls with missing spans")}
      </h2>
      <ul className="flex flex-col gap-1">
        {hops.map((hop) => (
          <li key={JSON.stringify(hop)} className="flex items-baseline gap-2">
            <ShapeMark shape="unusual" className="size-2.5" />
            <span className="min-w-0 break-words">{describeBrokenHop(hop)}</span>
          </li>
        ))}
      </ul>
      {omitted > 0 && (
        <p className="text-ink-2">
          {countWithNoun(omitted, "more call", "more calls")} with fewer missing spans.
        </p>
      )}
    </section>
  );
}

interface PointedDetailsProps {
  readonly flow: TraceFlow;
  readonly highlighted: HighlightedElement | null;
  readonly label: string | null;
  readonly isScaled: boolean;
}

/** Details of the hovered or focused element. The minimum height prevents layout shifts. */
function PointedDetails({ flow, highlighted, label, isScaled }: PointedDetailsProps) {
  const edge =
    highlighted?.kind === "edge"
      ? flow.edges.find((row) => createEdgeKey(row) === highlighted.key)
      : undefined;
  const node =
    highlighted?.kind === "node" ? flow.nodes.find(({ name }) => name === highlighted.key) : undefined;
  return (
    <div aria-live="polite" className="tnum min-h-28 max-w-[760px] py-2 text-xs text-ink-2">
      {edge !== undefined && (
        <DetailText title={callName(edge)} sentences={describeCall(edge, isScaled, label)} />
      )}
      {node !== undefined && <DetailText title={node.name} sentences={describeService(node)} />}
      {highlighted?.kind === "node" && node === undefined && (
        <DetailText
          title={highlighted.key}
          sentences={[`Observed only in ${label ?? "the comparison window"}.`]}
        />
      )}
      {highlighted === null && (
        <p>
          Line width shows the share of request time spent waiting for a call. The time next to a line is the
          median duration of the call. Point at a call or service, or use the arrow keys, to see details.
        </p>
      )}
    </div>
  );
}

function DetailText({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  return (
    <>
      <p className="font-semibold break-words text-ink">{title}</p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}

function OmittedNote({ flow, drawing }: { readonly flow: TraceFlow; readonly drawing: FlowDrawing }) {
  const { nodes, edges } = flow.omitted;
  const { hiddenCounts } = drawing;
  if (hiddenCounts.nodes + hiddenCounts.edges + nodes + edges === 0) return null;
  return (
    <p className="text-xs text-ink-2">
      {hiddenCounts.nodes + hiddenCounts.edges > 0 &&
        `The map shows the services with the largest share of request time. ${countWithNoun(hiddenCounts.nodes, "more service")} and ${countWithNoun(hiddenCounts.edges, "call")} ${singularOrPlural(hiddenCounts.nodes + hiddenCounts.edges, "is", "are")} shown only in the table. `}
      {nodes + edges > 0 &&
        `${countWithNoun(nodes, "service")} and ${countWithNoun(edges, "call")} ${singularOrPlural(nodes + edges, "exceeds the response limit and is", "exceed the response limit and are")} not shown. `}
    </p>
  );
}

function summaryOf({ nodes, edges }: TraceFlow): string {
  const [first] = nodes;
  const widest = edges.reduce(
    (widestSoFar, row) =>
      (row.now?.criticalShare ?? 0) > (widestSoFar?.now?.criticalShare ?? 0) ? row : widestSoFar,
    edges[0],
  );
  const lead = `Map of ${countWithNoun(nodes.length, "service")} and ${countWithNoun(edges.length, "call")}`;
  if (first === undefined || widest === undefined || widest.now === null) return `${lead}.`;
  return `${lead}. The service with the largest share of request time is ${first.name} (${formatShare(first.criticalShare)}). The call with the largest share is ${callName(widest)}.`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
