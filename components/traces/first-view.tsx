"use client";

import type { FirstRowsResponse } from "@/lib/contracts/traces/traces";
import { toSentence } from "@/lib/format/sentence";
import { useView } from "@/lib/client/url-state";
import { countWithNoun } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import { ClockChoice } from "./trace/clock-choice";
import { FirstSpanRows } from "./waterfall/first-rows";

/** Shows that the trace is loading while no row is known. */
export function TraceLoading() {
  return <p className="py-8 text-ink-2">Loading the trace</p>;
}

interface TraceErrorProps {
  readonly title: string | undefined;
  readonly detail: string;
  /** Next step for the user. */
  readonly next?: string | undefined;
  /** Undefined in server-rendered HTML, where no script runs yet. The first query of the page is then the retry. */
  readonly onRetry?: () => void;
}

/** Explains why the trace cannot be shown. */
export function TraceError({ title = "The trace cannot be loaded", detail, next, onRetry }: TraceErrorProps) {
  return (
    <section
      role={onRetry === undefined ? undefined : "alert"}
      className="flex max-w-2xl flex-col items-start gap-2 py-8"
    >
      <h1 className="text-xl font-semibold">{title}.</h1>
      <p className="text-ink-2">{toSentence(detail)}</p>
      {next !== undefined && <p className="text-ink-2">{next}</p>}
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </section>
  );
}

/** Shows the first rows of a trace while the rest loads. */
export function FirstRowsView({
  firstRows,
}: {
  readonly firstRows: NonNullable<FirstRowsResponse["firstRows"]>;
}) {
  const [, setView] = useView();
  return (
    <>
      <h1 className="max-w-[1040px] pt-2 pb-4 text-xl font-medium text-ink-3">
        Analysing {countWithNoun(firstRows.spanCount, "span")}
      </h1>
      <ClockChoice
        clock={firstRows.clock}
        onChoose={(clock) => void setView({ clock: clock === "raw" ? null : clock }, { history: "replace" })}
      />
      <div aria-hidden className="h-[110px] pt-6">
        <div className="h-6 rounded-[2px] bg-well" />
      </div>
      <FirstSpanRows firstRows={firstRows} />
    </>
  );
}
