"use client";

import { useQuery } from "@tanstack/react-query";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { tracesQuery } from "@/lib/client/queries/traces";
import { noConditions, type StudyState } from "@/lib/client/study-url";
import { useView } from "@/lib/client/url-state";
import { countWithNoun } from "@/lib/format/agreement";
import { formatDateTime } from "@/lib/format/time";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";

/** Days before now in which traces are searched. */
const searchedDays = 7;
const minute = 60_000;
/** Length of the window that is offered. It ends shortly after the newest trace. */
const offeredMs = 30 * minute;

/** Start times of the oldest and the newest trace that a source has. */
export interface TraceTimes {
  /** Null if the source has more traces than the search returned, so that the oldest is unknown. */
  readonly oldestMs: number | null;
  readonly newestMs: number;
}

/** Returns the start times of the traces of a search. Null if it found none. */
export function readTraceTimes({ newest }: Pick<TracesResponse, "newest">): TraceTimes | null {
  if (newest === null || newest.traces.length === 0) return null;
  const starts = newest.traces.map(({ startMs }) => startMs);
  return {
    oldestMs: newest.retrieval.isTruncated ? null : Math.min(...starts),
    newestMs: Math.max(...starts),
  };
}

const unfiltered: StudyState = {
  ...noConditions,
  n: null,
  slowBy: null,
  slowQuantile: null,
  slowOverMs: null,
};

/** States when the traces of a service were recorded, if the window has none, and offers the window of the newest. */
export function NewestTracesNotice({ service }: { readonly service: string | null }) {
  const [view, setView] = useView();
  const timeZone = useTimeZone();
  const { data } = useQuery({
    ...tracesQuery({
      deployment: view.d ?? "",
      from: `now-${searchedDays}d`,
      to: "now",
      live: false,
      studyState: { ...unfiltered, service },
    }),
    enabled: view.d !== null,
  });
  if (data === undefined || data.problem !== null) return null;
  const times = readTraceTimes(data);
  if (times === null)
    return <p>No trace was found in the last {countWithNoun(searchedDays, "day")} either.</p>;
  const { oldestMs, newestMs } = times;
  const endMs = newestMs + minute;
  return (
    <>
      <p>
        The newest trace started at <ZonedText>{formatDateTime(newestMs, timeZone, true)}</ZonedText>
        {oldestMs !== null && (
          <>
            , and the oldest of the last {countWithNoun(searchedDays, "day")} at{" "}
            <ZonedText>{formatDateTime(oldestMs, timeZone, true)}</ZonedText>
          </>
        )}
        .
      </p>
      <Button onClick={() => void setView({ from: String(endMs - offeredMs), to: String(endMs) })}>
        Show the newest traces
      </Button>
    </>
  );
}
