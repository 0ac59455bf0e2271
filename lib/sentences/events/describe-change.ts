/** A change of a deployment's facts as an event: its kind, and in words what went to what. */
import { safeText } from "@/lib/base/safe-text";
import type { Flags } from "@/lib/model/deployment-facts";
import { maxTitleLength, type EventKind } from "@/lib/model/event";

export interface DescribedChange {
  readonly kind: Extract<EventKind, "scaling" | "configuration" | "engine-version">;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  /** Stands among the notices too, in these words. */
  readonly notice?: {
    readonly title: string;
    readonly detail: string;
    /** Too weak a sign for a mark on every chart. */
    readonly isNoticeOnly: boolean;
  };
}

const arrow = "→";
const maxValueLength = 60;
/** A flag of such a name is told by name only. */
const secretName = /key|token|secret|passw|credential/i;

/** Describes a changed number of instances. Returns null if the count is the same. */
export function describeScaling(from: number, to: number): DescribedChange | null {
  if (from === to) return null;
  const noun = to === 1 ? "instance" : "instances";
  return { kind: "scaling", title: `${from} ${arrow} ${to} ${noun}`, from: String(from), to: String(to) };
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
 * Names of an engine's metrics that went and came: an upgrade, or counters that begin with their first use. Null when both
 * looks saw the same.
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
    ...(lost.length === 0 ? [] : [`No longer there: ${lost.join(", ")}.`]),
    ...(gained.length === 0 ? [] : [`New: ${gained.join(", ")}.`]),
  ].join(" ");
  const why =
    lost.length === 0
      ? "Names that only appear are an upgrade, or counters that begin with their first use."
      : "Names that go are an upgrade, or a restart after which a counter has not begun; the data check says what no longer answers.";
  return {
    kind: "engine-version",
    title: clipToTitle([
      `Metric names: ${counts}`,
      ...lost.map((name) => `−${name}`),
      ...gained.map((name) => `+${name}`),
    ]),
    from: `${from.length} names`,
    to: `${to.length} names`,
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

/** As many parts as fit a title, and how many were left out. */
function clipToTitle(parts: readonly string[]): string {
  const maxLength = maxTitleLength - " and 999 more".length;
  let text = "";
  for (const [index, part] of parts.entries()) {
    const next = text === "" ? part : `${text}, ${part}`;
    if (next.length > maxLength) return `${text} and ${parts.length - index} more`;
    text = next;
  }
  return text;
}
