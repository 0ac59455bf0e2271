/** Parts of a status sentence: texts, linked numbers, limits and durations. */
import { limitDefinition, type LimitId, type Limits } from "@/lib/model/deployment/limits";
import type { Reading } from "@/lib/model/reading";
import { quantileParts, type Sentence, type SentencePart } from "@/lib/model/sentence";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { InstanceNumbers, StatusNumbers } from "@/lib/model/status/status-facts";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { OverviewRowFacts } from "./status-rule";

/** Creates a sentence part with text. */
export const textPart = (text: string, emphasis = false): SentencePart => ({
  kind: "text",
  text,
  ...(emphasis ? { emphasis } : {}),
});

interface NumberReading {
  readonly signal: SignalId;
  readonly reading: Reading;
  readonly isRatio?: boolean;
}

/**
 * Creates a sentence part with the value of a reading, or with a text for an absent one, so that the
 * sentence is always complete.
 */
export function numberPart(slug: string, { signal, reading, isRatio = false }: NumberReading): SentencePart {
  if (reading.kind === "absent") return textPart(isRatio ? "an unknown share" : "an unknown number");
  return (isRatio ? ratioPart : measuredPart)(slug, signal, reading.value);
}

type NumberPart = Extract<SentencePart, { kind: "number" }>;

/**
 * Creates a sentence part with `value` in the unit of `signal`, linked to the signal's panel of the
 * deployment.
 */
export function measuredPart(slug: string, signal: SignalId, value: number): NumberPart {
  const { unit, displayUnit } = signalDefinition(signal);
  return { kind: "number", value, unit, displayUnit, deployment: slug, signal };
}

/** Creates a sentence part that displays a ratio in %, linked to the panel of the signal from which it is computed. */
export function ratioPart(slug: string, signal: SignalId, value: number): NumberPart {
  return { ...measuredPart(slug, signal, value), unit: "ratio", displayUnit: "%" };
}

/** Creates a sentence part with a limit. */
export function limitPart(limits: Limits, id: LimitId): SentencePart {
  const { unit, displayUnit } = limitDefinition(id);
  return { kind: "number", value: limits[id], unit, displayUnit, isLimit: true };
}

/** Returns the sentence that states a limit, after a sentence with the measured value. */
export function limitSentence({ limits }: Pick<OverviewRowFacts, "limits">, id: LimitId): Sentence {
  return [textPart(". The limit is "), limitPart(limits, id), textPart(".")];
}

/** Formats a configured duration: "30 s", "2 min". */
export function durationText(ms: number): string {
  return ms % minuteMs === 0 ? `${ms / minuteMs} min` : `${ms / 1_000} s`;
}

const minuteMs = 60_000;

/**
 * States how many requests wait: the smallest number at the affected instances, or the mean of the deployment if it is
 * unknown.
 */
export function waitingCountSentence(
  { slug, readings }: Pick<OverviewRowFacts, "slug" | "readings">,
  minWaiting: number | null,
): Sentence {
  return minWaiting === null
    ? [numberPart(slug, { signal: "waiting", reading: readings.waiting })]
    : [textPart("at least "), measuredPart(slug, "waiting", minWaiting)];
}

/** Returns the length of the window in which requests were waiting. */
export function waitingWindowText({
  limits,
  statusNumbers = {},
}: Pick<OverviewRowFacts, "limits" | "statusNumbers">): string {
  return durationText(statusNumbers.waitingWindowMs ?? limits.waitingSeconds * 1_000);
}

/**
 * Returns "instance a:8000" or "2 of 3 instances". Empty if the deployment has only one instance, and for values of a
 * pool, which belong to no instance.
 */
export function instancesText(
  affected: readonly Pick<InstanceNumbers, "instance">[],
  { instances = [] }: Pick<StatusNumbers, "instances">,
): string {
  const isNamed = ({ instance }: Pick<InstanceNumbers, "instance">): boolean => instance !== null;
  const named = affected.filter(isNamed);
  const count = instances.filter(isNamed).length;
  const [first] = named;
  if (first === undefined || named.length < affected.length || count < 2) return "";
  return named.length > 1 ? `${named.length} of ${count} instances` : `instance ${first.instance}`;
}

/**
 * Returns the value of a percentile. In the first and last bucket of its histogram, only an edge of the bucket is known:
 * "<40 ms, below resolution" or "≥ 60 s".
 */
function percentileParts(slug: string, signal: SignalId, reading: Reading): Sentence {
  if (reading.kind === "absent" || reading.lower === undefined)
    return [numberPart(slug, { signal, reading })];
  const { value, lower, upper = null } = reading;
  return quantileParts(measuredPart(slug, signal, value), { lower, upper });
}

/**
 * Returns the clause for TTFT p95. `withWindow` adds its time window, for use next to numbers of a different window.
 */
export function ttftClause({ slug, ttftGateway, readings }: OverviewRowFacts, withWindow = false): Sentence {
  const over = withWindow ? ` over ${durationText(evaluationWindows.headlineWindowMs)}` : "";
  const { ttftP95: reading } = readings;
  if (reading.kind === "absent") return [textPart(`TTFT p95${over} is unknown`)];
  return [textPart(`TTFT p95${over} is `), ...percentileParts(ttftGateway?.slug ?? slug, "ttft", reading)];
}

/** Returns why TTFT, which decides the status, is unavailable; undefined when it is present. */
export function ttftUnavailableText(reading: Reading, title?: string): string | undefined {
  if (reading.kind === "present") return undefined;
  const ofTitle = title === undefined ? "" : ` of ${title}`;
  return `TTFT${ofTitle}: ${lowerCaseFirstWord(reading.detail)}`;
}

/** Changes the first word of a sentence to lower case, to follow a colon. Metric names stay unchanged. */
export function lowerCaseFirstWord(sentence: string): string {
  return sentence.replace(/^(?:The|This|No|Not|Only|Too)\b/, (first) => first.toLowerCase());
}

/** Returns the sentence parts until the end of the first sentence. */
export function firstSentence(sentence: Sentence): Sentence {
  const parts: SentencePart[] = [];
  for (const part of sentence) {
    const end = part.kind === "text" ? part.text.search(/\.(?:\s|$)/) : -1;
    if (part.kind === "text" && end !== -1) return [...parts, { ...part, text: part.text.slice(0, end + 1) }];
    parts.push(part);
  }
  return parts;
}

/** Returns the sentence that the selectors match no series; undefined if no reading has that reason. */
export function noSeriesDetail(readings: OverviewRowFacts["readings"]): string | undefined {
  return Object.values(readings).flatMap((one: Reading) =>
    one.kind === "absent" && one.reason === "no-series" ? [one.detail] : [],
  )[0];
}
