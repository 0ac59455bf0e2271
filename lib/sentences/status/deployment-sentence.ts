/** Statuses in words: what is the matter, with the numbers that say so. Every number opens the panel it comes from. */
import type { DownSince, Reading } from "@/lib/model/reading";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { limits, type StatusId } from "@/lib/model/status";
import type { StepEvidence, TargetState } from "@/lib/semantic/status";
import { trainingSentence, type TrainingReadings } from "./training-sentence";

export interface RowFacts {
  readonly slug: string;
  readonly title: string;
  readonly status: StatusId;
  readonly isFrozen: boolean;
  /** It is a training job, which serves nobody. */
  readonly isTraining?: boolean;
  /** Why the source itself cannot be read; null when it answers. */
  readonly sourceError: { readonly source: string; readonly reason: string; readonly fix: string } | null;
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
  readonly presetSentence?: Sentence;
  /** Its window does not end now: all of it was so then. */
  readonly isPast?: true;
}

/** Before a sentence about the end of a window that is over. */
export const atWindowsEnd = "At the window's end: ";

/** Null where it is not known. */
export interface JudgedBy {
  readonly targets?: TargetState;
  readonly steps?: StepEvidence | null;
  /** Over `limits.stalledForMs`. */
  readonly minRunning: number | null;
  readonly minQueued: number | null;
  /** Over `limits.waitingForMs`. */
  readonly minWaiting: number | null;
  /** Mean of the fullest instance over that. */
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

/** The number, or the word that stands for its absence: a sentence never leaves a hole. */
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

/** A limit as it was set. */
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

function told(slug: string, signal: SignalId, value: number): SentencePart {
  const { unit, displayUnit } = signalDefinition(signal);
  return { kind: "number", value, unit, displayUnit, deployment: slug, signal };
}

/** Numbers of one window beside each other: the ones it was judged by, else the mean that the row shows. */
function kvClause({ slug, readings, judgedBy }: RowFacts): Sentence {
  const { minWaiting = null, meanKvUsageRatio = null } = judgedBy ?? {};
  if (minWaiting === null || meanKvUsageRatio === null)
    return [
      numberPart(slug, { signal: "waiting", reading: readings.waiting }),
      textPart(" wait for KV cache"),
    ];
  return [
    textPart(`For ${limits.waitingForMs / 60_000} min at least `),
    told(slug, "waiting", minWaiting),
    textPart(" have waited for KV cache, "),
    told(slug, "kv-usage", meanKvUsageRatio),
    textPart(" of it in use where it is fullest"),
  ];
}

/** With its window where it stands beside numbers of another one. */
export function ttftClause({ slug, readings }: RowFacts, withWindow = false): Sentence {
  const over = withWindow ? ` over ${limits.headlineWindowMs / 60_000} min` : "";
  const { ttftP95: reading } = readings;
  if (reading.kind === "absent") return [textPart(`TTFT p95${over} is not known`)];
  return [textPart(`TTFT p95${over} is `), numberPart(slug, { signal: "ttft", reading })];
}

/** That its selectors find nothing, as its readings tell it. */
export function noSeriesOf(readings: RowFacts["readings"]): string | undefined {
  return Object.values(readings).flatMap((one) =>
    one.kind === "absent" && one.reason === "no-series" ? [one.detail] : [],
  )[0];
}

/** One sentence for a deployment's row. */
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
      return [...kvClause(facts), textPart("; "), ...ttftClause(facts, true), textPart(".")];
    case "stalled":
      return stalledSentence(facts);
    case "errors":
      return [
        numberPart(slug, { signal: "errors", reading: readings.errorRatio, ratio: true }),
        textPart(" of requests fail; the limit is "),
        limitPart(limits.errorRatio, "errors", true),
        textPart("."),
      ];
    case "slow-ttft":
      return [
        ...ttftClause(facts),
        textPart("; the limit is "),
        limitPart(limits.ttftP95Seconds, "ttft"),
        textPart("."),
      ];
    case "slow-tpot":
      return [
        textPart("Mean TPOT is "),
        numberPart(slug, { signal: "tpot", reading: readings.tpotMean }),
        textPart("; the limit is "),
        limitPart(limits.meanTpotSeconds, "tpot"),
        textPart("."),
      ];
    case "source-down":
      return sourceDown(facts);
    case "cannot-tell":
      return [textPart(unknownStatusText(facts))];
    case "no-traffic":
      return [textPart("No request arrived in the last five minutes; nothing runs or waits.")];
    case "ok":
      return okSentence(facts);
  }
}

/** What ran and waited all the while; a mean of five minutes would count what ended before. */
function stalledSentence({ slug, readings, judgedBy }: RowFacts): Sentence {
  const { minRunning = null, minQueued = null } = judgedBy ?? {};
  const [running, waiting] =
    minRunning === null || minQueued === null
      ? [
          numberPart(slug, { signal: "running", reading: readings.running }),
          numberPart(slug, { signal: "waiting", reading: readings.waiting }),
        ]
      : [told(slug, "running", minRunning), told(slug, "waiting", minQueued)];
  const forSeconds = limits.stalledForMs / 1000;
  return [
    running,
    textPart(" run and "),
    waiting,
    textPart(` wait, yet no token came out for ${forSeconds} s.`),
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
        isRemoved ? "Prometheus had none of its targets." : "None of its targets answered Prometheus.",
      ),
    ];
  const fix = isRemoved
    ? "Bring them back into service discovery, or hide the deployment if it was taken away."
    : "Start the engine, or correct its scrape job.";
  const rest = `, so nothing is known now. ${fix}`;
  if (downSince === undefined)
    return isRemoved
      ? [textPart(`Prometheus scrapes none of its targets any more${rest}`)]
      : [textPart(`None of its targets answers Prometheus${rest}`)];
  return [
    textPart(
      isRemoved
        ? "Prometheus scrapes none of its targets any more; none has answered "
        : "None of its targets has answered Prometheus ",
    ),
    { kind: "down-since", since: downSince },
    textPart(rest),
  ];
}

function unknownStatusText({ isFrozen, readings }: RowFacts): string {
  if (isFrozen) return "The running gauge has stood still for ten minutes while nothing arrived or finished.";
  return ttftUnavailableText(readings.ttftP95) ?? "Not enough is known to judge it.";
}

/** Nobody looked, or nothing is left of what was seen. */
function notScrapedText({ isPast }: RowFacts): string {
  return isPast === true
    ? "the source has no sample of it, so nothing is known of that time."
    : "Prometheus has scraped no target of late, so nothing is known now.";
}

/** Why TTFT, by which a deployment is judged, is not told; undefined where it is. */
export function ttftUnavailableText(reading: Reading, title?: string): string | undefined {
  if (reading.kind === "present") return undefined;
  const ofTitle = title === undefined ? "" : ` of ${title}`;
  return `TTFT${ofTitle}: ${afterColon(reading.detail)}`;
}

/** A sentence as it goes on after a colon; a metric's name keeps its letters. */
export function afterColon(sentence: string): string {
  return sentence.replace(/^(?:The|This|No|Not|Too)\b/, (first) => first.toLowerCase());
}

function okSentence(facts: RowFacts): Sentence {
  const { slug, readings } = facts;
  const { ttftP95, tpotMean } = readings;
  if (!isPresent(ttftP95))
    return [textPart("Nothing is over its limit; too few requests finished to tell percentiles.")];
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
