/** Selects the parts of a window with the most and the fewest running requests, from the metrics. */
import { splitByLoad, type LoadSplit } from "@/lib/analysis/traces/comparison/split-by-load";
import type { Answer } from "@/lib/model/answer";
import { AppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";

type HighAndLowLoad = Extract<LoadSplit, { readonly kind: "sides" }>;
type ReadRunning = (deployment: KnownDeployment, window: TimeWindow, signal: AbortSignal) => Promise<Answer>;

/**
 * Returns the parts of the window with high and with low load. Throws Prometheus errors, and not-found when
 * high and low load cannot be distinguished.
 */
export async function findHighAndLowLoadWindows(
  deployment: KnownDeployment,
  window: TimeWindow,
  signal: AbortSignal,
  read: ReadRunning = readRunning,
): Promise<HighAndLowLoad> {
  const { startMs, stepMs, series } = await read(deployment, window, signal);
  const sides = splitByLoad({ startMs, stepMs, values: series[0]?.values ?? [] }, window);
  if (sides.kind === "inconclusive")
    throw new AppError("not-found", `high and low load cannot be distinguished: ${sides.reason}`, {
      userMessage: {
        title: "High and low load cannot be distinguished",
        next: "Choose a longer window, or compare other groups.",
      },
    });
  return sides;
}

function readRunning(
  { slug, sourceScope }: KnownDeployment,
  { startMs, endMs }: TimeWindow,
  signal: AbortSignal,
) {
  return answerQuestion(
    {
      v: 1,
      signals: ["running"],
      statistics: ["value"],
      scope: { deployment: slug },
      window: { from: String(startMs), to: String(endMs) },
    },
    { sourceScope, signal },
  );
}
