/**
 * Something that happened at a time to a scope: one deployment, or the whole fleet. What a person or a pipeline may write
 * down is bounded here, so that the form and the door say the same.
 */

export const eventKinds = [
  "deploy",
  "configuration",
  "engine-version",
  "source-version",
  "scaling",
  "comment",
  "exclusion",
] as const;
export type EventKind = (typeof eventKinds)[number];

export const eventKindTitles: { readonly [Kind in EventKind]: string } = {
  deploy: "Deploy",
  configuration: "Configuration",
  "engine-version": "Engine version",
  "source-version": "Source version",
  scaling: "Scaling",
  comment: "Comment",
  exclusion: "Exclusion",
};

/** Kinds that can be written down by hand or API; the version of a source is only ever seen. */
export const pointKinds = ["deploy", "configuration", "engine-version", "scaling", "comment"] as const;
export type PointKind = (typeof pointKinds)[number];

/** Why a window says nothing about normal service. */
export const exclusionReasons = ["maintenance", "incident", "load-test"] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

export const exclusionReasonTitles: { readonly [Reason in ExclusionReason]: string } = {
  maintenance: "Maintenance",
  incident: "Incident",
  "load-test": "Load test",
};

/** Derived ones were seen in metrics and stay as they were seen. */
export const eventOrigins = ["hand", "api", "derived"] as const;
export type EventOrigin = (typeof eventOrigins)[number];

export interface ChangeEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly atMs: number;
  /** Of an exclusion only; null while it lasts, and for everything else. */
  readonly endMs: number | null;
  readonly reason: ExclusionReason | null;
  readonly title: string;
  readonly source: string | null;
  /** Slug; null for the whole fleet. */
  readonly deployment: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly origin: EventOrigin;
  /** Who made it. */
  readonly author: string;
  readonly version: number;
}

export const maxTitleLength = 300;

// Controls, line and paragraph separators, and marks that turn the writing direction around; joiners stay, words need them.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/;
const visible = /[^\s\u200b-\u200f\u2060-\u2064]/u;

/** What is wrong with a title, as a sentence; null when nothing is. */
export function titleError(title: string): string | null {
  if (!visible.test(title)) return "Say what happened.";
  if (title.length > maxTitleLength) return `At most ${maxTitleLength} characters; this has ${title.length}.`;
  if (unprintable.test(title) || !title.isWellFormed())
    return "One line of text, without control or direction characters.";
  return null;
}

const dayMs = 86_400_000;
export const eventTimeLimits = {
  /** How far back an event may be written down. */
  pastMs: 5 * 366 * dayMs,
  /** A pipeline's clock may go ahead of ours by this much. */
  aheadMs: 5 * 60_000,
  /** Maintenance is planned ahead by at most this much. */
  plannedMs: 92 * dayMs,
  maxExclusionMs: 31 * dayMs,
} as const;

export interface EventTimes {
  readonly kind: EventKind;
  readonly atMs: number;
  /** Null for an exclusion that still lasts, and for all other kinds. */
  readonly endMs: number | null;
}

/** What is wrong with an event's times at `nowMs`, as a sentence; null when nothing is. */
export function timesError({ kind, atMs, endMs }: EventTimes, nowMs: number): string | null {
  const isWindow = kind === "exclusion";
  const aheadMs = isWindow ? eventTimeLimits.plannedMs : eventTimeLimits.aheadMs;
  if (atMs > nowMs + aheadMs)
    return isWindow
      ? "An exclusion may begin at most 92 days from now."
      : "The time lies in the future; only exclusions can be planned.";
  if (atMs < nowMs - eventTimeLimits.pastMs) return "The time lies more than five years back.";
  if (endMs === null) return null;
  if (!isWindow) return "Only an exclusion has an end.";
  if (endMs <= atMs) return "The end must come after the start.";
  if (endMs - atMs > eventTimeLimits.maxExclusionMs)
    return "An exclusion lasts at most 31 days; mark a longer one in parts.";
  return null;
}
