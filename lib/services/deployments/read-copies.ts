/** Asks a source which of its serving targets it has more than once, and whether these are copies. */
import { engineById } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { logger } from "@/lib/server/logger";
import {
  duration,
  namelessSelector,
  printPromql,
  selector,
  type Expression,
  type Matcher,
} from "@/lib/semantic/promql";
import { quoteRegex } from "@/lib/semantic/scope-selectors";
import {
  doubledOf,
  doubledTargets,
  judgeCopies,
  resolveCopies,
  targetLabels,
  type Doubled,
} from "./doubled-targets";
import { likenessOfAll, type Likeness } from "./counter-likeness";
import type { InstanceGroup } from "./instance-groups";
import type { Look } from "./look-at-source";

/** A scraper's label stands on all its targets alike: a few tell of all. */
const mostCompared = 3;
const comparedMs = 300_000;

/**
 * `groups` with the labels that only tell copies of their series apart, and what was seen of them. Never fails: without an answer
 * the groups stand as their labels' names say.
 */
export async function withCopies(
  look: Look,
  groups: readonly InstanceGroup[],
): Promise<readonly InstanceGroup[]> {
  const jobs = [...new Set(groups.map(({ job }) => job))].filter((job) => job !== "");
  if (jobs.length === 0) return groups;
  const up = await told(() => look.ask(doubledPromql(jobs)));
  if (up === undefined) return groups;
  const doubled = doubledTargets(up);
  return Promise.all(
    groups.map(async (group) => {
      const own = doubledOf(group, doubled);
      if (own.length === 0) return { ...group, remarks: [] };
      return resolveCopies(group, own, await compare(look, group, own.slice(0, mostCompared)));
    }),
  );
}

/** `up` of targets that are there several times; nothing at all where none is. */
export function doubledPromql(jobs: readonly string[]): string {
  const up = selector("up", [oneOf("job", jobs)]);
  const counted: Expression = { kind: "aggregate", name: "count", by: targetLabels, of: up };
  const several: Expression = {
    kind: "binary",
    operator: ">",
    left: counted,
    right: { kind: "number", value: 1 },
  };
  return printPromql({ kind: "matching", operator: "and", on: targetLabels, left: up, right: several });
}

/** What only grows, and when the process began. */
const counters =
  ".+_(?:sum|count|requests_total|tokens_total|seconds_total|success_total)|process_start_time_seconds";

/** Samples of what the engine counts at the targets. */
export function countersPromql(
  { engine }: Pick<InstanceGroup, "engine">,
  targets: readonly Doubled[],
): string {
  const named: Matcher = {
    label: "__name__",
    operator: "=~",
    value: `${engineById(engine).ownNames}|process_start_time_seconds`,
  };
  const places = (["job", "instance"] as const).flatMap((name) => {
    const values = targets.flatMap(({ labels }) => labels[name] ?? []);
    return values.length === 0 ? [] : [oneOf(name, [...new Set(values)])];
  });
  const of = namelessSelector([named, { label: "__name__", operator: "=~", value: counters }, ...places]);
  return `${printPromql(of)}[${duration(comparedMs)}]`;
}

function oneOf(label: string, values: readonly string[]): Matcher {
  return { label, operator: "=~", value: values.map(quoteRegex).join("|") };
}

async function compare(look: Look, group: InstanceGroup, targets: readonly Doubled[]): Promise<Likeness> {
  const rows = await told(() => look.samples(countersPromql(group, targets)));
  if (rows === undefined) return "unknown";
  return likenessOfAll(targets.map((target) => judgeCopies(target, rows)));
}

/** Undefined where the source does not answer: what is known without it is worth more than nothing. */
async function told<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error }, "a source could not be asked for copies");
    return undefined;
  }
}
