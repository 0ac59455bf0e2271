"use client";

import { useMemo, useState } from "react";
import type { BrokenHopRow, TraceFlow, TraceFlowResponse } from "@/lib/contracts/trace-flow";
import { formatCount } from "@/lib/format/number";
import { ShapeMark } from "@/components/shared/status-mark";
import { MoreTraces } from "../study/more-traces";
import { layoutFlow, edgeKey, type FlowDrawing } from "./flow-layout";
import { useIsNarrow } from "./use-is-narrow";
import { FlowMap, type PointedElement } from "./flow-map";
import { FlowTable } from "./flow-table";
import {
  callName,
  describeCall,
  describeBrokenHop,
  describeService,
  plural,
  describeReading,
  share,
} from "./flow-text";

interface FlowBodyProps {
  readonly flow: TraceFlow;
  readonly compared: TraceFlowResponse["compared"];
  /** What the other window is called. */
  readonly label: string | null;
}

/** Facts, broken hops, the map with the words of what is pointed at, and the same as a table: on a phone the table first. */
export function FlowBody({ flow, compared, label }: FlowBodyProps) {
  const [pointed, setPointed] = useState<PointedElement | null>(null);
  const direction = useIsNarrow() ? "down" : "right";
  const drawing = useMemo(() => layoutFlow(flow.nodes, flow.edges, direction), [flow, direction]);
  const isScaled = flow.retrieval.scale.kind === "all-requests";
  const isCompared = flow.edges.some(({ before }) => before !== null);
  return (
    <div className="flex flex-col gap-5">
      <Facts flow={flow} compared={compared} label={label} />
      {flow.hops.length > 0 && <Hops hops={flow.hops} omitted={flow.omitted.hops} />}
      {flow.edges.length > 0 && (
        <>
          <section aria-label="Map" className="border-t border-rule pt-3 max-md:order-2">
            <FlowMap drawing={drawing} summary={summaryOf(flow)} pointed={pointed} onPoint={setPointed} />
            <PointedDetails
              flow={flow}
              pointed={pointed}
              label={isCompared ? label : null}
              isScaled={isScaled}
            />
            <OmittedNote flow={flow} drawing={drawing} />
          </section>
          <section aria-label="Calls" className="border-t border-rule pt-3">
            <FlowTable
              rows={flow.edges}
              isCompared={isCompared}
              isScaled={isScaled}
              pointedKey={pointed?.kind === "edge" ? pointed.key : null}
            />
          </section>
        </>
      )}
    </div>
  );
}

function Facts({ flow, compared, label }: FlowBodyProps) {
  const { retrieval = null, problem = null } = compared ?? {};
  return (
    <div className="tnum flex flex-col gap-1 text-xs text-ink-2">
      <p>
        Traces of <code className="font-mono">{flow.retrieval.service}</code>: {describeReading(flow.retrieval)}
      </p>
      {flow.retrieval.isTruncated && (
        <p>
          <MoreTraces reading={flow.retrieval} />
        </p>
      )}
      {retrieval !== null && (
        <p>
          {capital(label ?? "the other window")}: {describeReading(retrieval)}
        </p>
      )}
      {retrieval?.returned === 0 && <p>There is nothing to compare with.</p>}
      {problem !== null && (
        <p className="flex items-center gap-2">
          <ShapeMark shape="failed" className="size-2.5" />
          {capital(label ?? "the other window")} cannot be read: {problem.detail}.
        </p>
      )}
    </div>
  );
}

function Hops({ hops, omitted }: { readonly hops: readonly BrokenHopRow[]; readonly omitted: number }) {
  return (
    <section aria-label="Broken hops">
      <h2 className="pb-1 font-semibold">{plural(hops.length + omitted, "broken hop")}</h2>
      <ul className="flex flex-col gap-1">
        {hops.map((hop) => (
          <li key={JSON.stringify(hop)} className="flex items-baseline gap-2">
            <ShapeMark shape="unusual" className="size-2.5" />
            <span className="min-w-0 break-words">{describeBrokenHop(hop)}</span>
          </li>
        ))}
      </ul>
      {omitted > 0 && <p className="text-ink-2">{formatCount(omitted)} more with fewer spans.</p>}
    </section>
  );
}

interface PointedDetailsProps {
  readonly flow: TraceFlow;
  readonly pointed: PointedElement | null;
  readonly label: string | null;
  readonly isScaled: boolean;
}

/** What hover or focus points at, in full; it keeps its room, so that nothing below it moves. */
function PointedDetails({ flow, pointed, label, isScaled }: PointedDetailsProps) {
  const edge = pointed?.kind === "edge" ? flow.edges.find((row) => edgeKey(row) === pointed.key) : undefined;
  const node = pointed?.kind === "node" ? flow.nodes.find(({ name }) => name === pointed.key) : undefined;
  return (
    <div aria-live="polite" className="tnum min-h-28 max-w-[760px] py-2 text-xs text-ink-2">
      {edge !== undefined && (
        <DetailText title={callName(edge)} sentences={describeCall(edge, isScaled, label)} />
      )}
      {node !== undefined && <DetailText title={node.name} sentences={describeService(node)} />}
      {pointed?.kind === "node" && node === undefined && (
        <DetailText title={pointed.key} sentences={[`Seen in ${label ?? "the other window"} only.`]} />
      )}
      {pointed === null && (
        <p>
          The wider a line, the more of requests' time waits for that call; half of the calls take longer than
          the time beside it. Point at a call or a service, or walk them with the arrow keys, for everything
          that is known of it.
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
  const { hidden, unlabelled } = drawing;
  if (hidden.nodes + hidden.edges + nodes + edges + unlabelled === 0) return null;
  return (
    <p className="text-xs text-ink-2">
      {hidden.nodes + hidden.edges > 0 &&
        `The map shows the services that requests wait for most; ${plural(hidden.nodes, "more service")} and ${plural(hidden.edges, "call")} are in the table alone. `}
      {nodes + edges > 0 &&
        `${plural(nodes, "service")} and ${plural(edges, "call")} more than an answer holds are left out. `}
      {unlabelled > 0 &&
        `${plural(unlabelled, "call")} had no room for the label on the map; the table tells it.`}
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
  const lead = `Map of ${plural(nodes.length, "service")} and ${plural(edges.length, "call")}`;
  if (first === undefined || widest === undefined || widest.now === null) return `${lead}.`;
  return `${lead}: requests wait for ${first.name} ${share(first.criticalShare)} of their time, and the call they wait for longest is ${callName(widest)}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
