"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { traceStudyQuery, type TraceStudyAsk } from "@/lib/client/queries/trace-study";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { formatCount } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import { formatDateTime, formatNanoseconds } from "@/lib/format/time";
import { DotChart } from "@/components/charts/draw/dot-chart";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Figure } from "@/components/shared/figure";
import { PointTable } from "./point-table";
import { coverageWords } from "./reading-words";

const height = 208;
const title = "Start and duration";

interface ScatterFigureProps {
  readonly ask: TraceStudyAsk;
  readonly view: ViewState;
  /** The list has answered: it comes before thousands of traces. */
  readonly isTime: boolean;
}

/** Each request of the window by when it began and how long it took; one opens its trace. */
export function ScatterFigure({ ask, view, isTime }: ScatterFigureProps) {
  const { data, error } = useQuery({ ...traceStudyQuery(ask), enabled: isTime });
  const study = data?.study ?? null;
  const why = error?.message ?? null;
  if (data !== undefined && study !== null)
    return <Scatter study={study} window={data.window} view={view} trouble={why} />;
  return (
    <Figure
      title={title}
      sentence={why === null ? "Reading the requests of this window." : `Cannot be drawn: ${toSentence(why)}`}
    >
      <div
        aria-busy={why === null ? true : undefined}
        className="border-b border-l border-rule"
        style={{ height }}
      />
    </Figure>
  );
}

interface ScatterProps {
  readonly study: TraceStudy;
  readonly window: { readonly startMs: number; readonly endMs: number };
  readonly view: ViewState;
  readonly trouble: string | null;
}

function Scatter({ study, window, view, trouble }: ScatterProps) {
  const router = useRouter();
  const timeZone = useTimeZone();
  const points = useMemo(() => study.points.toSorted((a, b) => a.startMs - b.startMs), [study.points]);
  const dots = useMemo(
    () =>
      points.map(({ startMs, durationNs, isError }) => ({
        atMs: startMs,
        value: durationNs / 1e9,
        isMarked: isError,
      })),
    [points],
  );
  const sentence = [
    scatterSentence(study),
    study.reading.cut ? coverageWords(study.reading, window) : "",
    trouble === null ? "" : `As read before: ${toSentence(trouble)}`,
  ]
    .filter((part) => part !== "")
    .join(" ");
  const { d, from, to } = view;
  const linkOf = (traceId: string): string => linkTo(`/traces/${traceId}`, { d, from, to });
  const textOf = (index: number): string => {
    const point = points[index];
    if (point === undefined) return "";
    const { startMs, durationNs, isError, traceId } = point;
    return `${formatDateTime(startMs, timeZone, true)}, ${formatNanoseconds(durationNs)}${isError ? ", with an error" : ""}, trace ${traceId.slice(0, 8)}`;
  };
  return (
    <Figure title={title} sentence={sentence} table={<PointTable points={points} linkOf={linkOf} />}>
      <DotChart
        summary={sentence}
        dots={dots}
        window={study.reading.cut ? study.reading.covered : window}
        unit="s"
        height={height}
        textOf={textOf}
        onOpen={(index) => {
          const point = points[index];
          if (point !== undefined) router.push(linkOf(point.traceId));
        }}
      />
    </Figure>
  );
}

export function scatterSentence({ points }: Pick<TraceStudy, "points">): string {
  if (points.length === 0) return "No request lies in this window that meets the conditions.";
  const errors = points.filter(({ isError }) => isError).length;
  const longest = points.reduce((most, { durationNs }) => Math.max(most, durationNs), 0);
  const failed =
    errors === 0
      ? "none with an error"
      : `${formatCount(errors)} with an error, drawn as ${errors === 1 ? "a cross" : "crosses"}`;
  return `${formatCount(points.length)} requests by when they began and how long they took, ${failed}; the longest took ${formatNanoseconds(longest)}.`;
}
