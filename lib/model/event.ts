/**
 * An event: something that happened at a time to one deployment or to the complete fleet. The limits for events from
 * operators and pipelines are defined here, so that the form and the API enforce the same limits.
 */

/** Kinds of events on the timeline of a deployment. */
export const eventKinds = [
  "deploy",
  "configuration",
  "engine-version",
  "source-version",
  "scaling",
  "comment",
  "exclusion",
] as const;
/** Kind of an event on the timeline of a deployment. */
export type EventKind = (typeof eventKinds)[number];

/** Title of each kind of event. */
export const eventKindTitles: { readonly [Kind in EventKind]: string } = {
  deploy: "Deploy",
  configuration: "Configuration",
  "engine-version": "Engine version",
  "source-version": "Source version",
  scaling: "Scaling",
  comment: "Comment",
  exclusion: "Exclusion",
};

/**
 * Kinds of events at one instant that a person or the API can add. An exclusion is a time range, and only Ridgepoint
 * adds `source-version`.
 */
export const instantEventKinds = ["deploy", "configuration", "engine-version", "scaling", "comment"] as const;

/** Reasons why a time window is excluded from usual ranges and comparisons. */
export const exclusionReasons = ["maintenance", "incident", "load-test"] as const;
/** Reason why a time window is excluded from usual ranges and comparisons. */
export type ExclusionReason = (typeof exclusionReasons)[number];

/** Title of each reason for an exclusion. */
export const exclusionReasonTitles: { readonly [Reason in ExclusionReason]: string } = {
  maintenance: "Maintenance",
  incident: "Incident",
  "load-test": "Load test",
};

/**
 * Who can record an event: a person, the API, or Ridgepoint. Ridgepoint derives events from metrics, and they cannot be
 * edited.
 */
export const eventOrigins = ["manual", "api", "derived"] as const;
/** Who recorded an event: a person, the API, or Ridgepoint, which derived it from metrics. */
export type EventOrigin = (typeof eventOrigins)[number];

/** Event of one deployment or of the complete fleet, such as a deploy or an exclusion. */
export interface ChangeEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly atMs: number;
  /** For exclusions only: null while the exclusion lasts. Null for all other kinds. */
  readonly endMs: number | null;
  /** Reason of an exclusion. Null for all other kinds. */
  readonly reason: ExclusionReason | null;
  readonly title: string;
  /** Slug of the source whose version changed. Null for an event without a source. */
  readonly source: string | null;
  /** Slug; null for the complete fleet. */
  readonly deployment: string | null;
  /** Path in the environment that a configuration event changed. Absent for other events. */
  readonly path?: string;
  /** Value before the change. Null if it is unknown. */
  readonly fromValue: string | null;
  /** Value after the change. Null for an event without a value. */
  readonly toValue: string | null;
  readonly origin: EventOrigin;
  /** Who created the event. */
  readonly author: string;
  readonly version: number;
}

/** Maximum length of the title of an event. */
export const maxEventTitleLength = 300;

// Controls, line and paragraph separators, and direction marks. Joiners are allowed, because some scripts need them.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/;
// Fonts draw nothing for the braille blank.
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

interface TitleRules {
  readonly maxLength: number;
  /** Error of a title without a visible character. */
  readonly emptyError: string;
}

const eventTitleRules: TitleRules = { maxLength: maxEventTitleLength, emptyError: "Describe what happened." };
/** Limits of the title of a deployment. */
export const deploymentTitleRules: TitleRules = { maxLength: 100, emptyError: "Must not be empty." };

/**
 * Returns what is wrong with a title, as a sentence; null for a valid title. The default rules are those of
 * events.
 */
export function titleError(
  title: string,
  { maxLength, emptyError }: TitleRules = eventTitleRules,
): string | null {
  if (!visible.test(title)) return emptyError;
  if (title.length > maxLength) return `Must have at most ${maxLength} characters, but has ${title.length}.`;
  if (unprintable.test(title) || !title.isWellFormed())
    return "Must be one line of text without control or direction characters.";
  return null;
}

const dayMs = 86_400_000;
/** Limits of the distance between the time of an event and now. */
export const eventTimeLimits = {
  /** How far in the past an event may be. */
  pastMs: 5 * 366 * dayMs,
  /** How far a pipeline's clock may be ahead of the server. */
  aheadMs: 5 * 60_000,
  /** How far ahead maintenance can be planned. */
  plannedMs: 92 * dayMs,
  maxExclusionMs: 31 * dayMs,
} as const;

/** Kind and times of an event, which are validated together. */
export interface EventTimes {
  readonly kind: EventKind;
  readonly atMs: number;
  /** Null for an exclusion that still lasts, and for all other kinds. */
  readonly endMs: number | null;
}

/** Returns what is wrong with an event's times at `nowMs`, as a sentence; null for valid times. */
export function eventTimesError({ kind, atMs, endMs }: EventTimes, nowMs: number): string | null {
  const isWindow = kind === "exclusion";
  const aheadMs = isWindow ? eventTimeLimits.plannedMs : eventTimeLimits.aheadMs;
  if (atMs > nowMs + aheadMs)
    return isWindow
      ? "An exclusion can start at most 92 days from now."
      : "The time is in the future. Only exclusions can start in the future.";
  if (atMs < nowMs - eventTimeLimits.pastMs) return "The time is more than five years ago.";
  if (endMs === null) return null;
  if (!isWindow) return "Only an exclusion can have an end.";
  if (endMs <= atMs) return "The end must be after the start.";
  if (endMs - atMs > eventTimeLimits.maxExclusionMs)
    return "An exclusion lasts at most 31 days. Split a longer exclusion into several.";
  return null;
}
