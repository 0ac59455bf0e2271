import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WatchedValue } from "@/lib/model/deployment/deployment-facts";
import { maxEventTitleLength } from "@/lib/model/event";
import {
  describeFlags,
  describeMetricNames,
  describeScaling,
  describeVersions,
} from "../../sentences/events/describe-change";
import { updateWatchedValue, type WatchedChange } from "./watched-value";

/** Checks one minute apart; `.` returned no data. */
function replay(checks: string): readonly WatchedChange<number>[] {
  let watched: WatchedValue<number> | null = null;
  return checks.split("").flatMap((check, index) => {
    const update = updateWatchedValue(watched, check === "." ? null : Number(check), index * 60_000);
    watched = update.nextState;
    return update.confirmedChange === null ? [] : [update.confirmedChange];
  });
}

describe("a count over several checks", () => {
  test.each([
    ["3334444", [{ fromValue: 3, toValue: 4, firstSeenMs: 180_000 }]],
    ["333433", []],
    ["3", []],
    ["...33", []],
    ["33.44", [{ fromValue: 3, toValue: 4, firstSeenMs: 180_000 }]],
    ["334.4", [{ fromValue: 3, toValue: 4, firstSeenMs: 120_000 }]],
    ["33......33", []],
    ["34545", []],
    [
      "3344533",
      [
        { fromValue: 3, toValue: 4, firstSeenMs: 120_000 },
        { fromValue: 4, toValue: 3, firstSeenMs: 300_000 },
      ],
    ],
  ] as const)("%s", (checks, changes) => expect(replay(checks)).toEqual(changes));

  test("two runs for one interval are one check", () => {
    const first = updateWatchedValue({ confirmed: 3, candidate: null }, 4, 60_000);
    expect(updateWatchedValue(first.nextState, 4, 60_000)).toEqual({
      nextState: first.nextState,
      confirmedChange: null,
    });
  });

  test("changes form a chain from the first value to the last stable one", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-3.]{0,40}$/), (checks) => {
        const changes = replay(checks);
        const firstSeen = Number(checks.replaceAll(".", "")[0]);
        for (const [index, { fromValue: from, toValue: to }] of changes.entries()) {
          expect(from).not.toBe(to);
          expect(from).toBe(changes[index - 1]?.toValue ?? firstSeen);
        }
      }),
    );
  });

  test("records are compared regardless of the order of their keys", () => {
    const before = { confirmed: { a: ["1"], b: ["2"] }, candidate: null };
    expect(updateWatchedValue(before, { b: ["2"], a: ["1"] }, 0).nextState).toEqual(before);
  });
});

describe("descriptions", () => {
  test("replicas", () => {
    expect(describeScaling(3, 4)).toEqual({
      kind: "scaling",
      title: "3 → 4 instances",
      fromValue: "3",
      toValue: "4",
    });
    expect(describeScaling(2, 1)?.title).toBe("2 → 1 instance");
    expect(describeScaling(2, 2)).toBeNull();
  });
  test("versions, and a mixed fleet", () => {
    expect(describeVersions(["0.10.1"], ["0.10.1", "0.11.0"])?.title).toBe("0.10.1 → 0.10.1 and 0.11.0");
    expect(describeVersions(["1"], ["1"])).toBeNull();
  });
  test("changed flags are listed by name", () => {
    const from = { block_size: ["16"], cache_dtype: ["auto"], removed: ["1"] };
    const to = { block_size: ["32"], cache_dtype: ["auto"], fresh: ["1"] };
    expect(describeFlags(from, to)).toEqual({
      kind: "configuration",
      title: "block_size 16 → 32",
      fromValue: "block_size=16",
      toValue: "block_size=32",
    });
    expect(describeFlags(from, from)).toBeNull();
    expect(describeFlags({ removed: ["1"] }, { fresh: ["1"] })).toBeNull();
  });
  test("lists metric names that disappeared and appeared, with their possible cause", () => {
    const from = ["vllm:gpu_cache_usage_perc", "vllm:num_requests_running"];
    const to = ["vllm:kv_cache_usage_perc", "vllm:num_requests_running"];
    expect(describeMetricNames(from, to)).toEqual({
      kind: "engine-version",
      title: "Metric names: 1 lost, 1 new, −vllm:gpu_cache_usage_perc, +vllm:kv_cache_usage_perc",
      fromValue: "2 names",
      toValue: "2 names",
      notice: {
        title: "Metric names changed: 1 lost, 1 new",
        detail: expect.stringMatching(
          /^Missing: vllm:gpu_cache_usage_perc\. New: vllm:kv_cache_usage_perc\. .*upgrade/,
        ),
        isNoticeOnly: false,
      },
    });
    expect(describeMetricNames(from, [...from, "vllm:new"])?.notice?.detail).toMatch(
      /used for the first time/,
    );
    expect(describeMetricNames(from, from)).toBeNull();
  });
  test("a flag that may be secret is listed without its value", () => {
    const described = describeFlags({ api_key: ["abc"] }, { api_key: ["def"] });
    expect(JSON.stringify(described)).not.toMatch(/abc|def/);
    expect(described?.title).toBe("api_key changed");
  });
  test("hundreds of changed flags fit into a title that states how many are not listed", () => {
    const flags = (value: string) =>
      Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`flag_${index}`, [value]]));
    const title = describeFlags(flags("a"), flags("b"))?.title ?? "";
    expect(title.length).toBeLessThanOrEqual(maxEventTitleLength);
    expect(title).toMatch(/ and \d+ more$/);
  });
});
