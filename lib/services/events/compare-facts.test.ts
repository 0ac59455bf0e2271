import { describe, expect, test } from "vitest";
import { noFacts, parseWatchedFacts, type DeploymentFacts } from "@/lib/model/deployment-facts";
import { compareFacts } from "./compare-facts";

const minuteMs = 60_000;
const startMs = 1_000_000;
const few = ["vllm:num_requests_running", "vllm:num_requests_waiting"];
const all = [...few, "vllm:kv_cache_usage_perc", "vllm:time_to_first_token_seconds_bucket"].toSorted();
const facts = (metricNames: readonly string[] | null): DeploymentFacts => ({
  instances: null,
  flags: null,
  versions: null,
  metricNames,
});

/** Titles of what is told over looks a minute apart, each with the names it saw. */
function told(looks: readonly (readonly string[] | null)[], before = noFacts): readonly string[] {
  let watched = before;
  return looks.flatMap((names, minute) => {
    const compared = compareFacts(watched, facts(names), startMs + minute * minuteMs);
    // As it is stored between two looks.
    watched = parseWatchedFacts(JSON.parse(JSON.stringify(compared.watched)));
    return compared.changes.map(({ described }) => described.notice?.title ?? described.title);
  });
}

const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

describe("names of metrics", () => {
  test("of a deployment that was first seen minutes ago: names that join in are no upgrade", () => {
    // A history was loaded with a few of them, or nobody asked anything yet.
    expect(told([few, all, all, all, ...times(20, all)])).toEqual([]);
    expect(told([few, few, few, few, few, all, all, all])).toEqual([]);
  });
  test("that join in once it was seen for ten minutes are told", () => {
    expect(told([...times(11, few), all, all])).toEqual(["Metric names changed: 2 new"]);
  });
  test("that went are told from the second look on, however short it was seen", () => {
    expect(told([all, few, few])).toEqual(["Metric names changed: 2 lost"]);
  });
  test("of one that comes back after a gap with more of them are told", () => {
    expect(told([...times(6, few), ...times(9, null), all, all])).toEqual(["Metric names changed: 2 new"]);
  });
  test("of one that a release before has watched were seen long enough", () => {
    const stored = parseWatchedFacts({
      version: 1,
      instances: null,
      flags: null,
      versions: null,
      metricNames: { settled: few, candidate: null },
    });
    expect(told([all, all], stored)).toEqual(["Metric names changed: 2 new"]);
  });
});
