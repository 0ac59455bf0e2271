/** Describes a change of a deployment as an event: its kind, and the old and the new value. */
import { redactToLine } from "@/lib/base/safe-text";
import type { Flags } from "@/lib/model/deployment/deployment-facts";
import { maxEventTitleLength, type EventKind } from "@/lib/model/event";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCoarseDuration } from "@/lib/format/time";

/** Change of a deployment that was observed in metrics, with the texts of its event and its notice. */
export interface DescribedChange {
  readonly kind: Extract<EventKind, "scaling" | "configuration" | "engine-version">;
  readonly title: string;
  /** Null when the state before is unknown. */
  readonly fromValue: string | null;
  readonly toValue: string;
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
/** Flags whose name matches may contain a secret, so their values are never shown. */
const secretName = /key|token|secret|passw|credential/i;

/** Describes a changed number of instances. Returns null if the count is the same. */
export function describeScaling(countBefore: number, countAfter: number): DescribedChange | null {
  if (countBefore === countAfter) return null;
  const noun = countAfter === 1 ? "instance" : "instances";
  return {
    kind: "scaling",
    title: `${countBefore} ${arrow} ${countAfter} ${noun}`,
    fromValue: String(countBefore),
    toValue: String(countAfter),
  };
}

interface InstanceOutage {
  /** Instances that were down at the previous check; null before the first one. */
  readonly before: number | null;
  readonly now: number;
  readonly instances: number;
  /** Minimum time for which the instances have been down, if no successful scrape of them is known; otherwise null. */
  readonly minimumMs: number | null;
}

/**
 * Describes instances that are down: they do not respond while service discovery still lists their targets.
 */
export function describeOutage({ before, now, instances, minimumMs }: InstanceOutage): DescribedChange {
  const responding = (down: number): string => `${instances - down} of ${instances} respond`;
  const forAtLeast = minimumMs === null ? "" : ` for at least ${formatCoarseDuration(minimumMs)}`;
  return {
    kind: "scaling",
    title: `${now} of ${instances} instances ${now === 1 ? "is" : "are"} down${forAtLeast}`,
    fromValue: before === null ? null : responding(before),
    toValue: responding(now),
  };
}

/**
 * Describes changed engine versions. Returns null if they are the same. Several versions at once are a rollout or a
 * mixed fleet.
 */
export function describeVersions(
  versionsBefore: readonly string[],
  versionsAfter: readonly string[],
): DescribedChange | null {
  const [before, after] = [joinValues(versionsBefore), joinValues(versionsAfter)];
  if (before === after) return null;
  return { kind: "engine-version", title: `${before} ${arrow} ${after}`, fromValue: before, toValue: after };
}

/**
 * Describes the flags whose value changed between two checks. Returns null if none changed. Flags that appear or disappear
 * with an engine version are not a change of settings.
 */
export function describeFlags(flagsBefore: Flags, flagsAfter: Flags): DescribedChange | null {
  const changed = Object.keys(flagsBefore)
    .toSorted()
    .flatMap((name) => {
      const [before, after] = [flagsBefore[name], flagsAfter[name]];
      if (before === undefined || after === undefined || joinValues(before) === joinValues(after)) return [];
      return [
        { name: redactToLine(name, maxValueLength), before: joinValues(before), after: joinValues(after) },
      ];
    });
  if (changed.length === 0) return null;
  const isSecret = ({ name }: { readonly name: string }): boolean => secretName.test(name);
  const parts = changed.map((flag) =>
    isSecret(flag) ? `${flag.name} changed` : `${flag.name} ${flag.before} ${arrow} ${flag.after}`,
  );
  const side = (which: "before" | "after"): string =>
    clipToTitle(changed.map((flag) => (isSecret(flag) ? flag.name : `${flag.name}=${flag[which]}`)));
  return {
    kind: "configuration",
    title: clipToTitle(parts),
    fromValue: side("before"),
    toValue: side("after"),
  };
}

/**
 * Describes which metric names of an engine appeared or disappeared. Possible causes are an upgrade, or counters that start
 * with their first use.
 * Returns null if the names are the same.
 */
export function describeMetricNames(
  namesBefore: readonly string[],
  namesAfter: readonly string[],
): DescribedChange | null {
  const lost = namesBefore.filter((name) => !namesAfter.includes(name));
  const gained = namesAfter.filter((name) => !namesBefore.includes(name));
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
      ? "New metric names appear after an upgrade, or when a counter is used for the first time."
      : "Metric names go missing after an upgrade, or after a restart until their counters are used again. The data check lists the signals without data.";
  return {
    kind: "engine-version",
    title: clipToTitle([
      `Metric names: ${counts}`,
      ...lost.map((name) => `−${name}`),
      ...gained.map((name) => `+${name}`),
    ]),
    fromValue: countWithNoun(namesBefore.length, "name"),
    toValue: countWithNoun(namesAfter.length, "name"),
    notice: {
      title: `Metric names changed: ${counts}`,
      detail: `${nameList} ${why}`,
      isNoticeOnly: lost.length === 0,
    },
  };
}

function joinValues(values: readonly string[]): string {
  return redactToLine(values.map((value) => (value === "" ? '""' : value)).join(" and "), maxValueLength);
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
