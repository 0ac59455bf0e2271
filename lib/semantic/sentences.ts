/** Statuses in words: what is the matter, with the numbers that say so. Every number opens the panel it comes from. */
import type { DownSince, Reading } from "@/lib/model/reading";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { limits, type StatusId } from "@/lib/model/status";
import type { StepEvidence, Targets } from "./status";
import { trainingSentence, type TrainingReadings } from "./training-sentence";

export interface RowFacts {
  readonly slug: string;
  readonly title: string;
  readonly status: StatusId;
  readonly isFrozen: boolean;
  /** It is a training job, which serves nobody. */
  readonly trains?: boolean;
  /** Why the source itself cannot be read; null when it answers. */
  readonly sourceTrouble: { readonly source: string; readonly reason: string; readonly fix: string } | null;
  readonly readings: {
    readonly ttftP95: Reading;
    readonly tpotMean: Reading;
    readonly running: Reading;
    readonly waiting: Reading;
    readonly kvUsage: Reading;
    readonly errorRatio: Reading;
  };
  /** Of a training job, where it was read. */
  readonly training?: TrainingReadings;
  /** Since when no target answers, where it is known. */
  readonly downSince?: DownSince;
  /** What the status was judged by beyond the readings, over windows of its own; nothing where it is not known. */
  readonly judgedBy?: JudgedBy;
  /** The row's own sentence where it was made already: nobody tells another reason, nor another fix. */
  readonly told?: Sentence;
  /** Its window does not end now: all of it was so then. */
  readonly isPast?: true;
}

/** Before a sentence about the end of a window that is over. */
export const atWindowsEnd = "At the window's end: ";

/** Null where it is not known. */
export interface JudgedBy {
  readonly targets?: Targets;
  readonly steps?: StepEvidence | null;
  /** Over `limits.stalledForMs`. */
  readonly leastRunning: number | null;
  readonly leastQueued: number | null;
  /** Over `limits.waitingForMs`. */
  readonly leastWaiting: number | null;
  /** Mean of the fullest instance over that. */
  readonly meanKvUsageRatio: number | null;
}

export const say = (text: string, emphasis = false): SentencePart => ({
  kind: "text",
  text,
  ...(emphasis ? { emphasis } : {}),
});

interface Told {
  readonly signal: SignalId;
  readonly reading: Reading;
  readonly ratio?: boolean;
}

/** The number, or the word that stands for its absence: a sentence never leaves a hole. */
export function number(slug: string, { signal, reading, ratio = false }: Told): SentencePart {
  if (reading.kind === "absent") return say("an unknown amount");
  const { unit, displayUnit } = signalDefinition(signal);
  return {
    kind: "number",
    value: reading.value,
    unit: ratio ? "ratio" : unit,
    displayUnit: ratio ? "%" : displayUnit,
    deployment: slug,
    signal,
  };
}

/** A limit as it was set. */
export function limit(value: number, signal: SignalId, ratio = false): SentencePart {
  const { unit, displayUnit } = signalDefinition(signal);
  return {
    kind: "number",
    value,
    unit: ratio ? "ratio" : unit,
    displayUnit: ratio ? "%" : displayUnit,
    isLimit: true,
  };
}

const isPresent = (reading: Reading): boolean => reading.kind === "present";

function told(slug: string, signal: SignalId, value: number): SentencePart {
  const { unit, displayUnit } = signalDefinition(signal);
  return { kind: "number", value, unit, displayUnit, deployment: slug, signal };
}

/** Numbers of one window beside each other: the ones it was judged by, else the mean that the row shows. */
function kvClause({ slug, readings, judgedBy }: RowFacts): Sentence {
  const { leastWaiting = null, meanKvUsageRatio = null } = judgedBy ?? {};
  if (leastWaiting === null || meanKvUsageRatio === null)
    return [number(slug, { signal: "waiting", reading: readings.waiting }), say(" wait for KV cache")];
  return [
    say(`For ${limits.waitingForMs / 60_000} min at least `),
    told(slug, "waiting", leastWaiting),
    say(" have waited for KV cache, "),
    told(slug, "kv-usage", meanKvUsageRatio),
    say(" of it in use where it is fullest"),
  ];
}

/** With its window where it stands beside numbers of another one. */
export function ttftClause({ slug, readings }: RowFacts, withWindow = false): Sentence {
  const over = withWindow ? ` over ${limits.headlineWindowMs / 60_000} min` : "";
  const { ttftP95: reading } = readings;
  if (reading.kind === "absent") return [say(`TTFT p95${over} is not known`)];
  return [say(`TTFT p95${over} is `), number(slug, { signal: "ttft", reading })];
}

/** That its selectors find nothing, as its readings tell it. */
export function noSeriesOf(readings: RowFacts["readings"]): string | undefined {
  return Object.values(readings).flatMap((one) =>
    one.kind === "absent" && one.reason === "no-series" ? [one.detail] : [],
  )[0];
}

/** One sentence for a deployment's row. */
export function deploymentSentence(facts: RowFacts): Sentence {
  if (facts.told !== undefined) return facts.told;
  const { slug, readings, status } = facts;
  const noSeries = noSeriesOf(readings);
  if (status === "cannot-tell" && noSeries !== undefined) return [say(noSeries)];
  if (status === "cannot-tell" && facts.judgedBy?.targets === "unseen") return [say(unseenSentence(facts))];
  if (facts.trains === true && status !== "source-down") return trainingSentence(facts);
  switch (status) {
    case "kv-pressure":
      return [...kvClause(facts), say("; "), ...ttftClause(facts, true), say(".")];
    case "stalled":
      return stalledSentence(facts);
    case "errors":
      return [
        number(slug, { signal: "errors", reading: readings.errorRatio, ratio: true }),
        say(" of requests fail; the limit is "),
        limit(limits.errorRatio, "errors", true),
        say("."),
      ];
    case "slow-ttft":
      return [...ttftClause(facts), say("; the limit is "), limit(limits.ttftP95Seconds, "ttft"), say(".")];
    case "slow-tpot":
      return [
        say("Mean TPOT is "),
        number(slug, { signal: "tpot", reading: readings.tpotMean }),
        say("; the limit is "),
        limit(limits.meanTpotSeconds, "tpot"),
        say("."),
      ];
    case "source-down":
      return sourceDown(facts);
    case "cannot-tell":
      return [say(cannotTell(facts))];
    case "no-traffic":
      return [say("No request arrived in the last five minutes; nothing runs or waits.")];
    case "ok":
      return okSentence(facts);
  }
}

/** What ran and waited all the while; a mean of five minutes would count what ended before. */
function stalledSentence({ slug, readings, judgedBy }: RowFacts): Sentence {
  const { leastRunning = null, leastQueued = null } = judgedBy ?? {};
  const [running, waiting] =
    leastRunning === null || leastQueued === null
      ? [
          number(slug, { signal: "running", reading: readings.running }),
          number(slug, { signal: "waiting", reading: readings.waiting }),
        ]
      : [told(slug, "running", leastRunning), told(slug, "waiting", leastQueued)];
  const forSeconds = limits.stalledForMs / 1000;
  return [running, say(" run and "), waiting, say(` wait, yet no token came out for ${forSeconds} s.`)];
}

function sourceDown({ sourceTrouble, downSince, judgedBy, isPast }: RowFacts): Sentence {
  if (sourceTrouble !== null) {
    const { source, reason, fix } = sourceTrouble;
    return [say(`${source} cannot be read: ${reason}. ${fix}`)];
  }
  const isGone = judgedBy?.targets === "gone";
  if (isPast === true)
    return [say(isGone ? "Prometheus had none of its targets." : "None of its targets answered Prometheus.")];
  const fix = isGone
    ? "Bring them back into service discovery, or hide the deployment if it was taken away."
    : "Start the engine, or correct its scrape job.";
  const rest = `, so nothing is known now. ${fix}`;
  if (downSince === undefined)
    return isGone
      ? [say(`Prometheus scrapes none of its targets any more${rest}`)]
      : [say(`None of its targets answers Prometheus${rest}`)];
  return [
    say(
      isGone
        ? "Prometheus scrapes none of its targets any more; none has answered "
        : "None of its targets has answered Prometheus ",
    ),
    { kind: "down-since", since: downSince },
    say(rest),
  ];
}

function cannotTell({ isFrozen, readings }: RowFacts): string {
  if (isFrozen) return "The running gauge has stood still for ten minutes while nothing arrived or finished.";
  return untoldTtft(readings.ttftP95) ?? "Not enough is known to judge it.";
}

/** Nobody looked, or nothing is left of what was seen. */
function unseenSentence({ isPast }: RowFacts): string {
  return isPast === true
    ? "the source has no sample of it, so nothing is known of that time."
    : "Prometheus has scraped no target of late, so nothing is known now.";
}

/** Why TTFT, by which a deployment is judged, is not told; undefined where it is. */
export function untoldTtft(reading: Reading, title?: string): string | undefined {
  if (reading.kind === "present") return undefined;
  const whose = title === undefined ? "" : ` of ${title}`;
  return `TTFT${whose}: ${inside(reading.detail)}`;
}

/** A sentence as it goes on after a colon; a metric's name keeps its letters. */
export function inside(sentence: string): string {
  return sentence.replace(/^(?:The|This|No|Not|Too)\b/, (first) => first.toLowerCase());
}

function okSentence(facts: RowFacts): Sentence {
  const { slug, readings } = facts;
  const { ttftP95, tpotMean } = readings;
  if (!isPresent(ttftP95))
    return [say("Nothing is over its limit; too few requests finished to tell percentiles.")];
  const ttft = [...ttftClause(facts), say(" of "), limit(limits.ttftP95Seconds, "ttft")];
  if (tpotMean.kind === "absent")
    return [say("Within its limit: "), ...ttft, say(`. Mean TPOT: ${inside(tpotMean.detail)}`)];
  return [
    say("Within its limits: "),
    ...ttft,
    say(", mean TPOT "),
    number(slug, { signal: "tpot", reading: readings.tpotMean }),
    say(" of "),
    limit(limits.meanTpotSeconds, "tpot"),
    say("."),
  ];
}
