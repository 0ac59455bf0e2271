/** Stalled: requests are in flight, but the engine produces no tokens. */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { requestsInFlight, isFrozen } from "./evidence";
import { durationText, measuredPart, numberPart, textPart } from "./sentence-parts";
import type { StatusEvidence, StatusRule } from "./status-rule";

/** Requests were in flight during the complete window. */
function isBusy({ recentMinRunning, recentMinWaiting }: StatusEvidence): boolean {
  return (recentMinRunning ?? 0) > 0 || (recentMinWaiting ?? 0) > 0;
}

/** Requests that finish disprove a stall, even if the token counter stays constant. */
function isFinishing({ recentSuccesses }: StatusEvidence): boolean {
  return recentSuccesses !== null && recentSuccesses > 0;
}

/** Status of a deployment that has requests but produces no tokens. */
export const stalledStatus: StatusRule<"stalled"> = {
  id: "stalled",
  label: "Stalled",
  tone: "bad",
  nextStep: { text: "running and waiting requests", page: "signals", signal: "running" },
  affectedReadings: [],
  // Requests whose series disappeared produce no tokens either.
  matches: (evidence) =>
    evidence.targets === "without-series"
      ? (requestsInFlight(evidence) ?? 0) > 0
      : isBusy(evidence) && evidence.recentTokens === 0 && !isFinishing(evidence) && !isFrozen(evidence),
  pointFields: ["running", "waiting", "outputTokenRate"],
  matchesAt: ({ running, waiting, outputTokenRate }) =>
    outputTokenRate === null || (running === null && waiting === null)
      ? null
      : outputTokenRate === 0 && Math.max(running ?? 0, waiting ?? 0) > 0,
  // A five-minute mean includes requests that ended before, so the sentence uses the minimum.
  sentence: ({ slug, readings, statusNumbers = {} }) => {
    const {
      recentMinRunning = null,
      recentMinWaiting = null,
      runningIncludesWaiting = false,
    } = statusNumbers;
    const [running, waiting] =
      recentMinRunning === null || recentMinWaiting === null
        ? [
            numberPart(slug, { signal: "running", reading: readings.running }),
            numberPart(slug, { signal: "waiting", reading: readings.waiting }),
          ]
        : [measuredPart(slug, "running", recentMinRunning), measuredPart(slug, "waiting", recentMinWaiting)];
    return [
      running,
      textPart(runningIncludesWaiting ? " are in flight, of which " : " are running and "),
      waiting,
      textPart(
        ` are waiting, but no token was generated for ${durationText(evaluationWindows.stalledForMs)}.`,
      ),
    ];
  },
  fleetSentence: ({ slug, title, readings: { running, waiting } }) => {
    const isRunning = running.kind === "present" && running.value > 0;
    return [
      textPart(
        `${title} has generated no token for ${durationText(evaluationWindows.stalledForMs)}, although `,
      ),
      numberPart(
        slug,
        isRunning ? { signal: "running", reading: running } : { signal: "waiting", reading: waiting },
      ),
      textPart(isRunning ? " are running." : " are waiting."),
    ];
  },
};
