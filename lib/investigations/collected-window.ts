/** The window of the data that a step collects, from the dates of the investigation. Times are in ms since 1970. */
import type { StepId } from "@/lib/model/investigation/step-ids";
import type { TimeWindow } from "@/lib/model/time-window";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/**
 * Time before the opening of an investigation at which the window begins if the date of the symptom is unknown. The
 * symptom began before the investigation was opened.
 */
const beforeOpeningMs = 30 * minuteMs;
const minLengthMs = 5 * minuteMs;
const maxLengthMs = 6 * hourMs;

/** Times of an investigation that decide which window its data cover. */
export interface InvestigationDates {
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly detectedAtMs: number | null;
  readonly mitigatedAtMs: number | null;
  readonly resolvedAtMs: number | null;
  /** Window of the page from which the investigation was opened; null without one. */
  readonly openingWindow: TimeWindow | null;
  /** Time of the deploy that contains the fix. */
  readonly deployedAtMs: number | null;
}

/** Window of the data that a step collects. */
export interface CollectedWindow extends TimeWindow {
  /** True if the window ends now. */
  readonly isLive: boolean;
  /** Which dates limit the window, as sentences. */
  readonly basis: string;
}

/** Window of a step with the time from which it would begin without a limit of its length. */
export interface StepWindow extends CollectedWindow {
  readonly sinceMs: number;
}

interface Edge {
  readonly atMs: number;
  readonly name: string;
}

const openingText =
  "The window of the page from which the investigation was opened. Enter when the symptom started to read the time since then.";

const effectSteps: ReadonlySet<StepId> = new Set(["optimise", "validate"]);

/**
 * Returns the window of a step: the time of the symptom, or the time since the fix for the steps that check its effect.
 * It is 5 min to 6 h long. A longer time is limited to its newest 6 h.
 */
export function collectedWindow(step: StepId, dates: InvestigationDates, nowMs: number): StepWindow {
  const isEffect = effectSteps.has(step);
  const effectStart = isEffect ? findEffectStart(dates) : null;
  const start = effectStart ?? findSymptomStart(dates);
  const opening = isEffect ? null : findOpeningEnd(dates, nowMs);
  const end = opening ?? findEnd(dates, { afterMs: start.atMs, isEffect: effectStart !== null, nowMs });
  const startMs = Math.min(Math.max(start.atMs, end.atMs - maxLengthMs), end.atMs - minLengthMs);
  const limits = [
    ...(startMs > start.atMs ? ["Only the newest 6 h are read."] : []),
    ...(startMs < start.atMs ? ["The window begins earlier, because 5 min is the shortest window."] : []),
  ];
  const range = opening === null ? `From ${start.name} to ${end.name}.` : openingText;
  const basis = [range, ...limits].join(" ");
  return { startMs, endMs: end.atMs, isLive: end.atMs === nowMs, sinceMs: start.atMs, basis };
}

/** Returns the end of the page's window, which is read until a date of the symptom is entered. Null for a known date. */
function findOpeningEnd(
  { startedAtMs, detectedAtMs, openingWindow }: InvestigationDates,
  nowMs: number,
): Edge | null {
  if (startedAtMs !== null || detectedAtMs !== null || openingWindow === null) return null;
  return { atMs: Math.min(openingWindow.endMs, nowMs), name: "the end of this window" };
}

function findSymptomStart({
  startedAtMs,
  detectedAtMs,
  openingWindow,
  createdAtMs,
}: InvestigationDates): Edge {
  if (startedAtMs !== null) return { atMs: startedAtMs, name: "the start of the symptom" };
  if (detectedAtMs !== null) return { atMs: detectedAtMs, name: "the detection of the symptom" };
  if (openingWindow !== null)
    return {
      atMs: openingWindow.startMs,
      name: "the start of the window of the page from which the investigation was opened",
    };
  return { atMs: createdAtMs - beforeOpeningMs, name: "30 min before the investigation was opened" };
}

/** Returns the time from which a fix has an effect: the deploy, or the mitigation. Null while no fix is known. */
function findEffectStart({ deployedAtMs, mitigatedAtMs }: InvestigationDates): Edge | null {
  if (deployedAtMs !== null) return { atMs: deployedAtMs, name: "the deploy of the fix" };
  return mitigatedAtMs === null ? null : { atMs: mitigatedAtMs, name: "the mitigation" };
}

interface EndOptions {
  readonly afterMs: number;
  readonly isEffect: boolean;
  readonly nowMs: number;
}

/**
 * Returns the end of the window: a date of the investigation, or now. A date before the start of the window or in the
 * future is ignored.
 */
function findEnd(
  { mitigatedAtMs, resolvedAtMs }: InvestigationDates,
  { afterMs, isEffect, nowMs }: EndOptions,
): Edge {
  const isEnd = (atMs: number | null): atMs is number => atMs !== null && atMs > afterMs && atMs < nowMs;
  if (!isEffect && isEnd(mitigatedAtMs)) return { atMs: mitigatedAtMs, name: "the mitigation" };
  if (isEnd(resolvedAtMs)) return { atMs: resolvedAtMs, name: "the resolution" };
  return { atMs: nowMs, name: "now" };
}
