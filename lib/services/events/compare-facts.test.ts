import { describe, expect, test } from "vitest";
import { noFacts, parseWatchedFacts, type DeploymentFacts } from "@/lib/model/deployment/deployment-facts";
import { compareFacts } from "./compare-facts";

const minuteMs = 60_000;
const startMs = 1_000_000;
const few = ["vllm:num_requests_running", "vllm:num_requests_waiting"];
const allNames = [...few, "vllm:kv_cache_usage_perc", "vllm:time_to_first_token_seconds_bucket"].toSorted();
const facts = (metricNames: readonly string[] | null): DeploymentFacts => ({
  instances: null,
  flags: null,
  versions: null,
  metricNames,
});

/** Returns the titles of recorded changes over passes one minute apart, each with its metric names. */
function recordedTitles(passes: readonly (readonly string[] | null)[], before = noFacts): readonly string[] {
  let watched = before;
  return passes.flatMap((names, minute) => {
    const compared = compareFacts(watched, facts(names), startMs + minute * minuteMs);
    // Stored and loaded between two passes.
    watched = parseWatchedFacts(JSON.parse(JSON.stringify(compared.watched)));
    return compared.changes.map(({ described }) => described.notice?.title ?? described.title);
  });
}

const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

describe("changes of metric names", () => {
  test("ignores names that appear in the first minutes of a deployment", () => {
    // Only a part of the history was loaded, or no request was served yet.
    expect(recordedTitles([few, allNames, allNames, allNames, ...times(20, allNames)])).toEqual([]);
    expect(recordedTitles([few, few, few, few, few, allNames, allNames, allNames])).toEqual([]);
  });
  test("records names that appear after ten minutes", () => {
    expect(recordedTitles([...times(11, few), allNames, allNames])).toEqual(["Metric names changed: 2 new"]);
  });
  test("records removed names from the second pass on", () => {
    expect(recordedTitles([allNames, few, few])).toEqual(["Metric names changed: 2 lost"]);
  });
  test("records names that appear after a gap", () => {
    expect(recordedTitles([...times(6, few), ...times(9, null), allNames, allNames])).toEqual([
      "Metric names changed: 2 new",
    ]);
  });
  test("records new names of deployments that an earlier release observed", () => {
    const stored = parseWatchedFacts({
      version: 1,
      instances: null,
      flags: null,
      versions: null,
      metricNames: { settled: few, candidate: null },
    });
    expect(recordedTitles([allNames, allNames], stored)).toEqual(["Metric names changed: 2 new"]);
  });
});
