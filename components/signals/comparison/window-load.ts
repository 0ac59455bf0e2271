/** The load of a window of the Signals page, in the measures of comparisons and gates. */
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { SignalId } from "@/lib/model/signals/signals";
import { loadPanels } from "./load-panels";

/** Load of a window, from the panels that measure it. A measure is null while it is unknown. */
export interface ShownLoad {
  /** Requests that arrived per second, over all instances: the finished requests and the growth of those in flight. */
  readonly requestsPerSecond: number | null;
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
}

/** Returns the load of a window. `answerOf` returns the answer of a panel, or null without one. */
export function computeShownLoad(answerOf: (panelId: string) => Answer | null): ShownLoad {
  const meanOf = (id: string): number | null =>
    answerOf(id)?.series.find(({ statistic }) => statistic === "mean")?.windowSummary?.value ?? null;
  return {
    requestsPerSecond: arrivalsPerSecond(answerOf(loadPanels.requests), answerOf(loadPanels.inFlight)),
    promptTokens: meanOf(loadPanels.promptTokens),
    outputTokens: meanOf(loadPanels.outputTokens),
  };
}

/** Null until both panels are read, because most engines count a request only when it finishes. */
function arrivalsPerSecond(requests: Answer | null, inFlight: Answer | null): number | null {
  const counted = seriesOf(requests, "requests")?.windowSummary?.value ?? null;
  const counting = requests?.requestCounting;
  if (counted === null || counting === undefined || counting.isOnArrival) return counted;
  if (counting.inFlightSignals.length === 0) return counted;
  return inFlight === null
    ? null
    : Math.max(0, counted + growthPerSecond(inFlight, counting.inFlightSignals));
}

function seriesOf(answer: Answer | null, signal: SignalId): AnswerSeries | undefined {
  return answer?.series.find((row) => row.signal === signal);
}

/** Returns how many more requests are in flight after each second, from the first and the last point with all gauges. */
function growthPerSecond(answer: Answer, signals: readonly SignalId[]): number {
  const rows = signals.flatMap((signal) => {
    const values = seriesOf(answer, signal)?.values ?? [];
    return values.some(isPresent) ? [values] : [];
  });
  const [first = []] = rows;
  const totals = first.map((_, index) =>
    rows.reduce((sum, values) => sum + (values[index] ?? Number.NaN), 0),
  );
  const [from, to] = [totals.findIndex(isPresent), totals.findLastIndex(isPresent)];
  if (from === to) return 0;
  return ((totals[to] ?? 0) - (totals[from] ?? 0)) / ((to - from) * (answer.stepMs / 1_000));
}

const isPresent = (value: number | null): boolean => value !== null && !Number.isNaN(value);
