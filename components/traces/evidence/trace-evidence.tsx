"use client";

import { useMemo } from "react";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { toTraceView } from "@/lib/client/trace-view";
import { SentenceText } from "@/components/shared/sentence-text";
import { SignalsLink } from "../signals-link";
import type { SpanReader } from "../span/use-span-detail";
import { ClockChoice } from "../trace/clock-choice";
import { TtftBar } from "../trace/ttft-bar";
import { Waterfall } from "../waterfall/waterfall";

type StoredTrace = Extract<EvidenceData, { endpoint: "trace" }>;

interface TraceEvidenceProps {
  readonly id: string;
  readonly data: EvidenceData;
}

/** A stored trace: headline, phases and waterfall, as on the live page. */
export function TraceEvidence({ id, data }: TraceEvidenceProps) {
  return data.endpoint === "trace" ? <StoredTraceFigure id={id} data={data} /> : null;
}

interface StoredTraceFigureProps extends Pick<TraceEvidenceProps, "id"> {
  readonly data: StoredTrace;
}

function StoredTraceFigure({
  id,
  data: { trace, spans, includesPromptText = false },
}: StoredTraceFigureProps) {
  const view = useMemo(() => toTraceView(trace), [trace]);
  return (
    <>
      <p className="pb-2 text-ink-2">
        <SentenceText sentence={view.headline} />
      </p>
      {view.warnings.map((warning) => (
        <p key={warning} className="pb-2 text-warn">
          {warning}
        </p>
      ))}
      <ClockChoice clock={view.clock} onChoose={null} />
      <TtftBar ttft={view.ttft} request={view.request} />
      <Waterfall
        trace={view}
        reader={spans === null ? null : createStoredReader(id, spans)}
        renderLinks={(row) => (
          <SignalsLink trace={view} row={row} scope={{ deployment: view.deployment, instance: null }} />
        )}
      />
      <p className="pt-2 text-2xs text-ink-2">{describeContent(spans !== null, includesPromptText)}</p>
    </>
  );
}

function describeContent(hasAttributes: boolean, includesPromptText: boolean): string {
  if (!hasAttributes)
    return "The attributes of the spans are not stored, because they do not fit into the size limit of evidence.";
  return includesPromptText
    ? "The text of prompts and completions is stored if spans have it, up to 2,000 characters of each text."
    : "The text of prompts and completions is not stored.";
}

/** Reads the details of individual spans from the copy. */
function createStoredReader(id: string, spans: NonNullable<StoredTrace["spans"]>): SpanReader {
  return {
    queryKey: ["evidence", id],
    readSpan: (spanId) => {
      const stored = spans[spanId];
      return stored === undefined
        ? Promise.reject(new Error("the stored trace has no details of this span"))
        : Promise.resolve(stored);
    },
  };
}
