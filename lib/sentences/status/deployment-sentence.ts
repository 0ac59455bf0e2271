/** Statuses as sentences: the problem and the numbers that show it. Every number links to its panel. */
import type { DownSince, Reading } from "@/lib/model/reading";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { limits, type StatusId } from "@/lib/model/status";
import type { StepEvidence, TargetState } from "@/lib/semantic/status/status";
import { trainingSentence, type TrainingReadings } from "./training-sentence";

export interface RowFacts {
  readonly slug: string;
  readonly title: string;
  readonly status: StatusId;
  readonly isFrozen: boolean;
  /** The deployment is a training job, which serves no requests. */
  readonly isTraining?: boolean;
  /** Why the source cannot be read; null when it responds. */
  readonly sourceError: { readonly source: string; readonly reason: string; readonly fix: string } | null;
  readonly readings: {
    readonly ttftP95: Reading;
    readonly tpotMean: Reading;
    readonly running: Reading;
    readonly waiting: Reading;
    readonly kvUsage: Reading;
    readonly errorRatio: Reading;
  };
  /** Readings of a training job, when they were queried. */
  readonly training?: TrainingReadings;
  /** Since when no target responds, when it is known. */
  readonly downSince?: DownSince;
  /** Additional values that determined the status, each over a separate window; absent when unknown. */
  readonly judgedBy?: JudgedBy;
  /** A prepared sentence for the row, so that all pages give the same reason and remedy. */
  readonly presetSentence?: Sentence;
  /** The window ends in the past, so all facts describe its end. */
  readonly isPast?: true;
}

/** Prefix of a sentence about the end of a past window. */
export const atWindowsEnd = "At the end of the window: ";

/** Values over other windows than the readings; null when unknown. */
export interface JudgedBy {
  readonly targets?: TargetState;
  readonly steps?: StepEvidence | null;
  /** Minimum over `limits.stalledForMs`. */
  readonly minRunning: number | null;
  readonly minQueued: number | null;
  /** Minimum over `limits.waitingForMs`. */
  readonly minWaiting: number | null;
  /** Mean of the fullest instance over `limits.waitingForMs`. */
  readonly meanKvUsageRatio: number | null;
}

export const textPart = (text: string, emphasis = false): SentencePart => ({
  kind: "text",
  text,
  ...(emphasis ? { emphasis } : {}),
});

interface NumberReading {
  readonly signal: SignalId;
  readonly reading: Reading;
  readonly ratio?: boolean;
}

/** Returns the number as a sentence part, or a text for an absent one, so that a sentence is always complete. */
export function numberPart(slug: string, { signal, reading, ratio = false }: NumberReading): SentencePart {
  if (reading.kind === "absent") return textPart("an unknown amount");
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

/** Returns a configured limit as a sentence part. */
export function limitPart(value: number, signal: SignalId, ratio = false): SentencePart {
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

function measuredPart(slug: string, signal: SignalId, value: number): SentencePart {
  const { unit, displayUnit } = signalDefinition(signal);
  return { kind: "number", value, unit, displayUnit, deployment: slug, signal };
}

/** Uses numbers of one window: those that determined the status, otherwise the mean in the row. */
function kvClause({ slug, readings, judgedBy }: RowFacts): Sentence {
  const { minWaiting = null, meanKvUsageRatio = null } = judgedBy ?? {};
  if (minWaiting === null || meanKvUsageRatio === null)
    return [
      numberPart(slug, { signal: "waiting", reading: readings.waiting }),
      textPart(" are waiting for KV cache"),
    ];
  return [
    textPart("At least "),
    measuredPart(slug, "waiting", minWaiting),
    textPart(` have waited for KV cache for ${limits.waitingForMs / 60_000} min, and `),
    measuredPart(slug, "kv-usage", meanKvUsageRatio),
    textPart(" of the fullest cache is in use"),
  ];
}

/** Returns the clause for TTFT p95, with its window next to numbers of another window. */
export function ttftClause({ slug, readings }: RowFacts, withWindow = false): Sentence {
  const over = withWindow ? ` over ${limits.headlineWindowMs / 60_000} min` : "";
  const { ttftP95: reading } = readings;
  if (reading.kind === "absent") return [textPart(`TTFT p95${over} is unknown`)];
  return [textPart(`TTFT p95${over} is `), numberPart(slug, { signal: "ttft", reading })];
}

/** Returns the sentence that the selectors match no series, when a reading has that reason. */
export function noSeriesOf(readings: RowFacts["readings"]): string | undefined {
  return Object.values(readings).flatMap((one) =>
    one.kind === "absent" && one.reason === "no-series" ? [one.detail] : [],
  )[0];
}

/** Returns the sentence for a deployment's row. */
export function deploymentSentence(facts: RowFacts): Sentence {
  if (facts.presetSentence !== undefined) return facts.presetSentence;
  const { slug, readings, status } = facts;
  const noSeries = noSeriesOf(readings);
  if (status === "cannot-tell" && noSeries !== undefined) return [textPart(noSeries)];
  if (status === "cannot-tell" && facts.judgedBy?.targets === "not-scraped")
    return [textPart(notScrapedText(facts))];
  if (facts.isTraining === true && status !== "source-down") return trainingSentence(facts);
  switch (status) {
    case "kv-pressure":
      return [...kvClause(facts), textPart(". "), ...ttftClause(facts, true), textPart(".")];
    case "stalled":
      return stalledSentence(facts);
    case "errors":
      return [
        numberPart(slug, { signal: "errors", reading: readings.errorRatio, ratio: true }),
        textPart(" of requests fail. The limit is "),
        limitPart(limits.errorRatio, "errors", true),
        textPart("."),
      ];
    case "slow-ttft":
      return [
        ...ttftClause(facts),
        textPart(". The limit is "),
        limitPart(limits.ttftP95Seconds, "ttft"),
        textPart("."),
      ];
    case "slow-tpot":
      return [
        textPart("Mean TPOT is "),
        numberPart(slug, { signal: "tpot", reading: readings.tpotMean }),
        textPart(". The limit is "),
        limitPart(limits.meanTpotSeconds, "tpot"),
        textPart("."),
      ];
    case "source-down":
      return sourceDown(facts);
    case "cannot-tell":
      return [textPart(unknownStatusText(facts))];
    case "no-traffic":
      return [textPart("No request arrived in the last five minutes, and none is running or waiting.")];
    case "ok":
      return okSentence(facts);
  }
}

/**
 * Uses the minimum of running and waiting requests, because a five-minute mean includes requests that ended before.
 */
function stalledSentence({ slug, readings, judgedBy }: RowFacts): Sentence {
  const { minRunning = null, minQueued = null } = judgedBy ?? {};
  const [running, waiting] =
    minRunning === null || minQueued === null
      ? [
          numberPart(slug, { signal: "running", reading: readings.running }),
          numberPart(slug, { signal: "waiting", reading: readings.waiting }),
        ]
      : [measuredPart(slug, "running", minRunning), measuredPart(slug, "waiting", minQueued)];
  const forSeconds = limits.stalledForMs / 1000;
  return [
    running,
    textPart(" are running and "),
    waiting,
    textPart(` are waiting, but no token was generated for ${forSeconds} s.`),
  ];
}

function sourceDown({ sourceError, downSince, judgedBy, isPast }: RowFacts): Sentence {
  if (sourceError !== null) {
    const { source, reason, fix } = sourceError;
    return [textPart(`${source} cannot be read: ${reason}. ${fix}`)];
  }
  const isRemoved = judgedBy?.targets === "removed";
  if (isPast === true)
    return [
      textPart(
        isRemoved ? "Prometheus had none of its targets." : "None of its targets responded to Prometheus.",
      ),
    ];
  const fix = isRemoved
    ? "Restore them in service discovery, or hide the deployment if it was removed."
    : "Start the engine, or correct its scrape job.";
  const rest = `, so the current state is unknown. ${fix}`;
  if (downSince === undefined)
    return isRemoved
      ? [textPart(`Prometheus no longer scrapes any of its targets${rest}`)]
      : [textPart(`None of its targets responds to Prometheus${rest}`)];
  return [
    textPart(
      isRemoved
        ? "Prometheus no longer scrapes any of its targets. None has responded "
        : "None of its targets has responded to Prometheus ",
    ),
    { kind: "down-since", since: downSince },
    textPart(rest),
  ];
}

function unknownStatusText({ isFrozen, readings }: RowFacts): string {
  if (isFrozen)
    return "The gauge of running requests has not changed for ten minutes, although no request arrived or finished.";
  return ttftUnavailableText(readings.ttftP95) ?? "The data do not suffice to determine the status.";
}

/** The source scraped nothing, or has no data from that time. */
function notScrapedText({ isPast }: RowFacts): string {
  return isPast === true
    ? "the source has no samples of it, so its state at that time is unknown."
    : "Prometheus has not scraped any target recently, so the current state is unknown.";
}

/** Returns why TTFT, which determines the status, is unavailable; undefined when it is present. */
export function ttftUnavailableText(reading: Reading, title?: string): string | undefined {
  if (reading.kind === "present") return undefined;
  const ofTitle = title === undefined ? "" : ` of ${title}`;
  return `TTFT${ofTitle}: ${afterColon(reading.detail)}`;
}

/** Lowers the first word of a sentence that follows a colon. Metric names stay unchanged. */
export function afterColon(sentence: string): string {
  return sentence.replace(/^(?:The|This|No|Not|Too)\b/, (first) => first.toLowerCase());
}

function okSentence(facts: RowFacts): Sentence {
  const { slug, readings } = facts;
  const { ttftP95, tpotMean } = readings;
  if (!isPresent(ttftP95))
    return [textPart("No limit is exceeded. Too few requests finished for percentiles.")];
  const ttft = [...ttftClause(facts), textPart(" of "), limitPart(limits.ttftP95Seconds, "ttft")];
  if (tpotMean.kind === "absent")
    return [textPart("Within its limit: "), ...ttft, textPart(`. Mean TPOT: ${afterColon(tpotMean.detail)}`)];
  return [
    textPart("Within its limits: "),
    ...ttft,
    textPart(", mean TPOT "),
    numberPart(slug, { signal: "tpot", reading: readings.tpotMean }),
    textPart(" of "),
    limitPart(limits.meanTpotSeconds, "tpot"),
    textPart("."),
  ];
}
