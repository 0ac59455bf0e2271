/** Words a change of a deployment as an event: its kind, and the old and the new value. */
import { safeText } from "@/lib/base/safe-text";
import type { Flags } from "@/lib/model/deployment/deployment-facts";
import { maxEventTitleLength, type EventKind } from "@/lib/model/event";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCoarseDuration } from "@/lib/format/time";

export interface DescribedChange {
  readonly kind: Extract<EventKind, "scaling" | "configuration" | "engine-version">;
  readonly title: string;
  /** Null when the state before is unknown. */
  readonly from: string | null;
  readonly to: string;
  /** Text of the notice, if the change is also a notice. */
  readonly notice?: {
    readonly title: string;
    readonly detail: string;
    /** True if the change is too uncertain for a marker on every chart. */
    readonly isNoticeOnly: boolean;
  };
}

const arrow = "→";
const maxValueLength = 60;
/** The value of a flag with such a name is never shown. */
const secretName = /key|token|secret|passw|credential/i;

/** Describes a changed number of instances. Returns null if the count is the same. */
export function describeScaling(from: number, to: number): DescribedChange | null {
  if (from === to) return null;
  const noun = to === 1 ? "instance" : "instances";
  return { kind: "scaling", title: `${from} ${arrow} ${to} ${noun}`, from: String(from), to: String(to) };
}

interface InstanceOutage {
  /** Instances that were down at the previous check; null before the first one. */
  readonly before: number | null;
  readonly now: number;
  readonly instances: number;
  /** Time for which they have been down at least, when no successful scrape of them is known; else null. */
  readonly minimumMs: number | null;
}

/** Describes instances that do not respond while service discovery still lists their targets. */
export function describeOutage({ before, now, instances, minimumMs }: InstanceOutage): DescribedChange {
  const responding = (down: number): string => `${instances - down} of ${instances} respond`;
  const forAtLeast = minimumMs === null ? "" : ` for at least ${formatCoarseDuration(minimumMs)}`;
  return {
    kind: "scaling",
    title: `${now} of ${instances} instances ${now === 1 ? "is" : "are"} down${forAtLeast}`,
    from: before === null ? null : responding(before),
    to: responding(now),
  };
}

/**
 * Describes changed engine versions. Returns null if they are the same. Several versions at once are a rollout or a
 * mixed fleet.
 */
export function describeVersions(from: readonly string[], to: readonly string[]): DescribedChange | null {
  const [before, after] = [joinValues(from), joinValues(to)];
  if (before === after) return null;
  return { kind: "engine-version", title: `${before} ${arrow} ${after}`, from: before, to: after };
}

/**
 * Describes the flags whose value changed between two checks. Returns null if none changed. Flags that appear or disappear
 * with an engine version are not a change of settings.
 */
export function describeFlags(from: Flags, to: Flags): DescribedChange | null {
  const changed = Object.keys(from)
    .toSorted()
    .flatMap((name) => {
      const [before, after] = [from[name], to[name]];
      if (before === undefined || after === undefined || joinValues(before) === joinValues(after)) return [];
      return [{ name: safeText(name, maxValueLength), before: joinValues(before), after: joinValues(after) }];
    });
  if (changed.length === 0) return null;
  const isSecret = ({ name }: { readonly name: string }): boolean => secretName.test(name);
  const parts = changed.map((flag) =>
    isSecret(flag) ? `${flag.name} changed` : `${flag.name} ${flag.before} ${arrow} ${flag.after}`,
  );
  const side = (which: "before" | "after"): string =>
    clipToTitle(changed.map((flag) => (isSecret(flag) ? flag.name : `${flag.name}=${flag[which]}`)));
  return { kind: "configuration", title: clipToTitle(parts), from: side("before"), to: side("after") };
}

/**
 * Describes metric names of an engine that disappeared or appeared: an upgrade, or counters that start with their first use.
 * Returns null if the names are the same.
 */
export function describeMetricNames(from: readonly string[], to: readonly string[]): DescribedChange | null {
  const lost = from.filter((name) => !to.includes(name));
  const gained = to.filter((name) => !from.includes(name));
  if (lost.length === 0 && gained.length === 0) return null;
  const counts = [
    ...(lost.length === 0 ? [] : [`${lost.length} lost`]),
    ...(gained.length === 0 ? [] : [`${gained.length} new`]),
  ].join(", ");
  const nameList = [
    ...(lost.length === 0 ? [] : [`Missing: ${lost.join(", ")}.`]),
    ...(gained.length === 0 ? [] : [`New: ${gained.join(", ")}.`]),
  ].join(" ");
  const why =
    lost.length === 0
      ? "New names appear after an upgrade, or when a counter is used for the first time."
      : "Metric names go missing after an upgrade, or after a restart until their counters are used again. The data check lists the signals without data.";
  return {
    kind: "engine-version",
    title: clipToTitle([
      `Metric names: ${counts}`,
      ...lost.map((name) => `−${name}`),
      ...gained.map((name) => `+${name}`),
    ]),
    from: countWithNoun(from.length, "name"),
    to: countWithNoun(to.length, "name"),
    notice: {
      title: `Metric names changed: ${counts}`,
      detail: `${nameList} ${why}`,
      isNoticeOnly: lost.length === 0,
    },
  };
}

function joinValues(values: readonly string[]): string {
  return safeText(values.map((value) => (value === "" ? '""' : value)).join(" and "), maxValueLength);
}

/** Returns as many parts as fit into a title, and the number of omitted parts. */
function clipToTitle(parts: readonly string[]): string {
  const maxLength = maxEventTitleLength - " and 999 more".length;
  let text = "";
  for (const [index, part] of parts.entries()) {
    const next = text === "" ? part : `${text}, ${part}`;
    if (next.length > maxLength) return `${text} and ${parts.length - index} more`;
    text = next;
  }
  return text;
}
