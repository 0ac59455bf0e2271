"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, type ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { traceStudyQuery, type TraceStudyQueryParams } from "@/lib/client/queries/trace-analyses/trace-study";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { toSentence } from "@/lib/format/sentence";
import { formatDateTime, formatNanoseconds } from "@/lib/format/time";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import type { DotArea } from "@/components/charts/prepare/dot-area";
import { DotChart } from "@/components/charts/draw/dot-chart";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Figure } from "@/components/shared/figure";
import { createTraceStudySubject } from "../evidence/trace-study-subject";
import { hasConditions } from "./trace-conditions";
import { PointTable } from "./point-table";
import { coverageText } from "@/lib/sentences/traces/retrieval-text";
import { ScatterFrame, ScatterSummary, scatterHeightPx, scatterTitle } from "./scatter-frame";
import { olderThanListText, scatterSentence } from "./scatter-text";

interface ScatterFigureProps {
  readonly request: TraceStudyQueryParams;
  readonly view: ViewState;
  /** Time of the list's data. Null until the list is loaded, because this chart loads many more traces. */
  readonly listAsOfMs: number | null;
  /** Duration of the slowest trace of the list. Null without one. */
  readonly slowestListedNs: number | null;
  readonly onZoom: (area: DotArea) => void;
}

/** Plots start and duration of each request. A click on a point opens its trace, and a drag zooms. */
export function ScatterFigure({ request, view, listAsOfMs, slowestListedNs, onZoom }: ScatterFigureProps) {
  const timeZone = useTimeZone();
  const { data, error, isPlaceholderData } = useQuery({
    ...traceStudyQuery(request),
    enabled: listAsOfMs !== null,
  });
  const study = data?.study ?? null;
  const why = error?.message ?? data?.problem?.detail ?? null;
  if (data !== undefined && study !== null)
    return (
      <Scatter
        study={study}
        window={data.window}
        view={view}
        onZoom={onZoom}
        sentences={[
          scatterSentence(study, hasConditions(request.studyState), slowestListedNs),
          ...(study.retrieval.isTruncated ? [coverageText(study.retrieval, data.window)] : []),
          ...(why === null ? [] : [`These are earlier results: ${toSentence(why)}`]),
          ...olderThanListText(data.asOfMs, listAsOfMs, timeZone),
        ]}
        action={
          why === null &&
          !isPlaceholderData && (
            <KeepAsEvidenceButton
              label="Keep as evidence: chart of requests"
              createSubject={() =>
                createTraceStudySubject("requests", data, { view, conditions: request.studyState })
              }
            />
          )
        }
      />
    );
  return <ScatterFrame problem={why} />;
}

const outcomeTexts = { success: "", error: ", failed", abort: ", aborted by the client" } as const;

interface ScatterProps {
  readonly study: TraceStudy;
  readonly window: { readonly startMs: number; readonly endMs: number };
  readonly view: Pick<ViewState, "d" | "from" | "to">;
  /** Sentences below the title. */
  readonly sentences: readonly string[];
  /** Button in the heading. */
  readonly action?: ReactNode;
  /** Zooms the page. Absent if its window is fixed. */
  readonly onZoom?: (area: DotArea) => void;
}

/** Draws the start and the duration of each request. */
export function Scatter({ study, window, view, sentences, action, onZoom }: ScatterProps) {
  const router = useRouter();
  const timeZone = useTimeZone();
  const points = useMemo(() => study.points.toSorted((a, b) => a.startMs - b.startMs), [study.points]);
  const dots = useMemo(
    () =>
      points.map(({ startMs, durationNs, outcome }) => ({
        timeMs: startMs,
        value: durationNs / 1e9,
        isMarked: outcome === "error",
      })),
    [points],
  );
  const sentence = sentences.join(" ");
  const { d, from, to } = view;
  const linkOf = (traceId: string): string => linkTo(`/traces/${traceId}`, { d, from, to });
  const textOf = (index: number): string => {
    const point = points[index];
    if (point === undefined) return "";
    const { startMs, durationNs, outcome, traceId } = point;
    return `${formatDateTime(startMs, timeZone, true)}, ${formatNanoseconds(durationNs)}${outcomeTexts[outcome]}, trace ${traceId.slice(0, 8)}`;
  };
  return (
    <Figure
      title={scatterTitle}
      summary={<ScatterSummary>{sentence}</ScatterSummary>}
      table={<PointTable points={points} createTraceLink={linkOf} />}
      action={action}
    >
      <DotChart
        summary={sentence}
        dots={dots}
        window={study.retrieval.isTruncated ? study.retrieval.coveredWindow : window}
        unit="s"
        height={scatterHeightPx}
        formatTooltip={textOf}
        onOpen={(index) => {
          const point = points[index];
          if (point !== undefined) router.push(linkOf(point.traceId));
        }}
        {...(onZoom !== undefined && { onZoom })}
      />
    </Figure>
  );
}
