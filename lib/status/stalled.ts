/** Stalled: requests are in flight, but the engine or one of its instances produces no tokens. */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { findHungInstances } from "@/lib/model/status/instance-load";
import type { StatusNumbers } from "@/lib/model/status/status-facts";
import type { Sentence } from "@/lib/model/sentence";
import { requestsInFlight, isFrozen } from "./evidence";
import { durationText, instancesText, measuredPart, numberPart, textPart } from "./sentence-parts";
import type { OverviewRowFacts, StatusEvidence, StatusRule } from "./status-rule";

type Recent = Pick<
  StatusNumbers,
  "recentMinRunning" | "recentMinWaiting" | "recentTokens" | "recentSuccesses"
>;

/** Returns whether requests were in flight during the complete window, without any token. */
function isWithoutTokens({
  recentMinRunning,
  recentMinWaiting,
  recentTokens,
  recentSuccesses,
}: Partial<Recent>): boolean {
  const isBusy = (recentMinRunning ?? 0) > 0 || (recentMinWaiting ?? 0) > 0;
  // Requests that finish disprove a stall, even if the token counter stays constant.
  return isBusy && recentTokens === 0 && !((recentSuccesses ?? 0) > 0);
}

function isStalled(evidence: StatusEvidence): boolean {
  // Requests in flight whose engine no longer reports its series also count as producing no tokens.
  if (evidence.targets === "without-series") return (requestsInFlight(evidence) ?? 0) > 0;
  return (isWithoutTokens(evidence) && !isFrozen(evidence)) || findHungInstances(evidence).length > 0;
}

/** Status of a deployment that has requests but produces no tokens. */
export const stalledStatus: StatusRule<"stalled"> = {
  id: "stalled",
  label: "Stalled",
  tone: "bad",
  nextStep: { text: "running and waiting requests", page: "signals", signal: "running" },
  affectedReadings: [],
  matches: isStalled,
  pointFields: ["running", "waiting", "outputTokenRate"],
  matchesAt: ({ running, waiting, outputTokenRate }) =>
    outputTokenRate === null || (running === null && waiting === null)
      ? null
      : outputTokenRate === 0 && Math.max(running ?? 0, waiting ?? 0) > 0,
  sentence: (facts) => (isOnlyPartHung(facts) ? hungSentence(facts) : stalledSentence(facts)),
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

/** Returns whether some instances hang while others generate tokens. */
function isOnlyPartHung({ statusNumbers = {} }: OverviewRowFacts): boolean {
  return findHungInstances(statusNumbers).length > 0 && !isWithoutTokens(statusNumbers);
}

function hungSentence({ slug, statusNumbers = {} }: OverviewRowFacts): Sentence {
  const hung = findHungInstances(statusNumbers);
  const [first] = hung;
  const isSingle = hung.length === 1;
  const name = first?.instance ?? null;
  const { waitingWindowMs = evaluationWindows.stalledForMs, runningIncludesWaiting = false } = statusNumbers;
  const running = sumOfKnown(hung.map(({ minRunning }) => minRunning));
  const waiting = sumOfKnown(hung.map(({ minWaiting }) => minWaiting));
  const subject = instancesText(hung, statusNumbers);
  return [
    textPart(
      `${subject === "" ? "The engine" : `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`} generated no token for ${durationText(waitingWindowMs)}, although `,
    ),
    ...(running === null ? [textPart("requests")] : [measuredPart(slug, "running", running)]),
    textPart(runningIncludesWaiting ? " are in flight" : " are running"),
    ...(waiting === null
      ? []
      : [
          textPart(runningIncludesWaiting ? ", of which " : " and "),
          measuredPart(slug, "waiting", waiting),
          textPart(" are waiting"),
        ]),
    textPart(
      isSingle || name === null
        ? " there. Check whether it hangs, and restart it."
        : ` there. The first of them is ${name}. Check whether they hang, and restart them.`,
    ),
  ];
}

/** Returns the sum of the known numbers; null if none is known. */
function sumOfKnown(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

function stalledSentence({ slug, readings, statusNumbers = {} }: OverviewRowFacts): Sentence {
  const {
    recentMinRunning = null,
    recentMinWaiting = null,
    runningIncludesWaiting = false,
    stallWindowMs = evaluationWindows.stalledForMs,
  } = statusNumbers;
  // The minimum is stated, because a five-minute mean includes requests that have already ended.
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
    textPart(` are waiting, but no token was generated for ${durationText(stallWindowMs)}.`),
  ];
}
