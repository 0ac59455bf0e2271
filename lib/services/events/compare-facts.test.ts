import { describe, expect, test } from "vitest";
import {
  emptyWatchedFacts,
  parseWatchedFacts,
  type DeploymentFacts,
} from "@/lib/model/deployment/deployment-facts";
import { compareFacts } from "./compare-facts";

const minuteMs = 60_000;
const startMs = 1_000_000;
const few = ["vllm:num_requests_running", "vllm:num_requests_waiting"];
const allNames = [...few, "vllm:kv_cache_usage_perc", "vllm:time_to_first_token_seconds_bucket"].toSorted();
const facts = (metricNames: readonly string[] | null): DeploymentFacts => ({
  instances: null,
  downInstances: null,
  flags: null,
  versions: null,
  metricNames,
});

/** Returns the titles of recorded changes over passes one minute apart, each with its metric names. */
function recordedTitles(
  passes: readonly (readonly string[] | null)[],
  before = emptyWatchedFacts,
): readonly string[] {
  let watched = before;
  return passes.flatMap((names, minute) => {
    const compared = compareFacts(watched, facts(names), startMs + minute * minuteMs);
    // Stored and loaded between two passes.
    watched = parseWatchedFacts(JSON.parse(JSON.stringify(compared.watched)));
    return compared.changes.map(({ change }) => change.notice?.title ?? change.title);
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
      metricNames: { confirmed: few, candidate: null },
    });
    expect(recordedTitles([allNames, allNames], stored)).toEqual(["Metric names changed: 2 new"]);
  });
});

describe("instances that are down", () => {
  const lastUpMs = startMs - 90_000;
  const observed = (downInstances: readonly string[] | null, instances: number | null): DeploymentFacts => ({
    ...facts(null),
    instances,
    downInstances,
    ...(downInstances?.includes("b:8000") === true ? { lastUpMs: { "b:8000": lastUpMs } } : {}),
  });
  const changesOf = (passes: readonly DeploymentFacts[]) => {
    let watched = emptyWatchedFacts;
    return passes.flatMap((pass, minute) => {
      const compared = compareFacts(watched, pass, startMs + minute * minuteMs);
      watched = parseWatchedFacts(JSON.parse(JSON.stringify(compared.watched)));
      return compared.changes;
    });
  };

  test("records an outage at the last successful scrape, and no scaling", () => {
    const changes = changesOf([observed([], 2), observed(["b:8000"], 2), observed(["b:8000"], 2)]);
    expect(changes).toEqual([
      {
        atMs: lastUpMs,
        change: {
          kind: "scaling",
          title: "1 of 2 instances is down",
          fromValue: "2 of 2 respond",
          toValue: "1 of 2 respond",
        },
      },
    ]);
  });

  test("records an outage that began before the first check, at the last successful scrape", () => {
    const down = observed(["b:8000"], 2);
    expect(changesOf([down, down])).toEqual([
      {
        atMs: lastUpMs,
        change: {
          kind: "scaling",
          title: "1 of 2 instances is down",
          fromValue: null,
          toValue: "1 of 2 respond",
        },
      },
    ]);
  });

  test("states the minimum duration of an outage without a known successful scrape", () => {
    const down: DeploymentFacts = {
      ...facts(null),
      instances: 3,
      downInstances: ["b:8000", "c:8000"],
      firstFailureMs: { "b:8000": startMs - 6 * 3_600_000, "c:8000": startMs - 3_600_000 },
    };
    expect(changesOf([down, down])).toEqual([
      {
        atMs: startMs,
        change: {
          kind: "scaling",
          title: "2 of 3 instances are down for at least 6\u202fh",
          fromValue: null,
          toValue: "1 of 3 respond",
        },
      },
    ]);
  });

  test("waits for a check that knows the instances", () => {
    const [unknown, down] = [observed(null, null), observed(["b:8000"], 2)];
    expect(changesOf([unknown, down, down]).map(({ change }) => change.title)).toEqual([
      "1 of 2 instances is down",
    ]);
  });

  test("records a scaling when the deployment expects fewer instances", () => {
    const [down, removed] = [observed(["b:8000"], 2), observed([], 1)];
    const titles = changesOf([observed([], 2), down, down, removed, removed]).map(
      ({ change }) => change.title,
    );
    expect(titles).toEqual(["1 of 2 instances is down", "2 → 1 instance"]);
  });

  test("ignores a single failed check, and checks without data", () => {
    const down = observed(["b:8000"], 2);
    const unknown = observed(null, null);
    expect(changesOf([observed([], 2), down, observed([], 2), down, unknown, observed([], 2)])).toEqual([]);
  });
});
