import { expect, test } from "vitest";
import { listWindowConcerns, proposeWindow, type WindowEvidence } from "./assess-window";
import { countRequests } from "./count-requests";
import { fixtureBlockMs, fixtureStartMs, measureRequests } from "./fixtures";

const hour = (perBlock: number): number[] => Array.from({ length: 60 }, () => perBlock);
const timeOf = (block: number): number => fixtureStartMs + block * fixtureBlockMs;
const evidenceOf = (requests: Parameters<typeof measureRequests>[0]): WindowEvidence => ({
  measured: measureRequests(requests),
  events: [],
  versions: ["0.11.0"],
});
const kindsOf = (evidence: WindowEvidence) => listWindowConcerns(evidence).map(({ kind }) => kind);

test("a steady window with enough requests has no concern and no proposal", () => {
  const evidence = evidenceOf(hour(60));
  expect(listWindowConcerns(evidence)).toEqual([]);
  expect(proposeWindow(evidence)).toBeNull();
});

test("proposes the steady part before a doubled load", () => {
  const evidence = evidenceOf([...hour(60), ...hour(60), ...hour(60), ...hour(120)]);
  expect(listWindowConcerns(evidence)).toEqual([
    { kind: "not-steady", measure: "requests", quarter: 4, differenceRatio: expect.closeTo(0.6, 9) },
  ]);
  expect(proposeWindow(evidence)).toEqual({ startMs: timeOf(0), endMs: timeOf(180) });
});

test("a slower quarter is not steady at equal load", () => {
  const evidence = evidenceOf(hour(60));
  const { ttft } = evidence.measured.distributions;
  for (const [index, block] of (ttft?.blocks ?? []).entries())
    if (typeof block !== "string" && index >= 45) block.sum *= 2;
  expect(listWindowConcerns(evidence)).toEqual([
    { kind: "not-steady", measure: "ttft", quarter: 4, differenceRatio: expect.closeTo(0.6, 9) },
  ]);
});

test("incomplete blocks and events divide the window, and the longest part is proposed", () => {
  const requests = [...hour(60).slice(0, 25), "series-started" as const, ...hour(60).slice(0, 34)];
  const deploy = { kind: "deploy" as const, title: "2.4.1", startMs: timeOf(35), endMs: timeOf(35) + 1 };
  const evidence = { ...evidenceOf(requests), events: [deploy] };
  expect(kindsOf(evidence)).toEqual(["deploy"]);
  expect(proposeWindow(evidence)).toEqual({ startMs: timeOf(0), endMs: timeOf(25) });
  expect(kindsOf(evidenceOf([...hour(60).slice(0, 50), ...Array(4).fill("not-scraped")]))).toEqual([
    "incomplete",
  ]);
});

test("proposes nothing if no part has enough blocks", () => {
  const events = [10, 25, 40, 55].map((block) => ({
    kind: "configuration" as const,
    title: "x",
    startMs: timeOf(block),
    endMs: timeOf(block) + 1,
  }));
  expect(proposeWindow({ ...evidenceOf(hour(60)), events })).toBeNull();
});

test("few requests, several versions and throttling are concerns", () => {
  const evidence = evidenceOf(hour(4));
  const clocks = hour(1.98e9).map((clock, block) => (block < 3 ? 0.94 * clock : clock));
  const measured = {
    ...evidence.measured,
    gauges: { "gpu-sm-clock": { unit: "hertz" as const, blocks: clocks } },
  };
  expect(listWindowConcerns({ measured, events: [], versions: ["0.10.0", "0.11.0"] })).toEqual([
    { kind: "few-requests", requestCount: 240, neededCount: 299 },
    { kind: "mixed-versions", versions: ["0.10.0", "0.11.0"] },
    { kind: "throttling", throttledCount: 3, blockCount: 60 },
  ]);
});

test("one slow device of eight is throttled, although the mean of the clocks hardly falls", () => {
  const evidence = evidenceOf(hour(60));
  const steady = hour(1.98e9);
  const slow = steady.map((clock, block) => (block >= 10 && block < 22 ? 0.7 * clock : clock));
  const deviceClocks = [slow, ...Array.from({ length: 7 }, () => steady)];
  const mean = steady.map((clock, block) => (7 * clock + (slow[block] ?? 0)) / 8);
  const gauges = { "gpu-sm-clock": { unit: "hertz" as const, blocks: mean } };
  const measured = { ...evidence.measured, gauges };
  expect(kindsOf({ ...evidence, measured })).toEqual([]);
  expect(listWindowConcerns({ ...evidence, measured, deviceClocks })).toEqual([
    { kind: "throttling", throttledCount: 12, blockCount: 60 },
  ]);
});

test("devices with different clocks are compared with themselves, and missing clocks are not throttling", () => {
  const deviceClocks = [hour(1.98e9), hour(1.4e9), hour(Number.NaN)];
  expect(kindsOf({ ...evidenceOf(hour(60)), deviceClocks })).toEqual([]);
});

test("a window without a complete block is incomplete, and its number of requests is unknown", () => {
  const evidence = evidenceOf(Array.from({ length: 30 }, () => "series-started" as const));
  expect(listWindowConcerns(evidence)).toEqual([{ kind: "incomplete", incompleteCount: 30, blockCount: 30 }]);
  expect(countRequests(evidence.measured)).toBeNull();
});

test("without a counter, the histogram counts requests and incomplete blocks", () => {
  const { measured } = evidenceOf(hour(4).map((count, block) => (block < 6 ? "not-scraped" : count)));
  expect(listWindowConcerns({ ...evidenceOf([]), measured: { ...measured, counters: {} } })).toEqual([
    { kind: "few-requests", requestCount: 216, neededCount: 299 },
    { kind: "incomplete", incompleteCount: 6, blockCount: 60 },
  ]);
});

test("a complete window without requests has 0 requests", () => {
  expect(countRequests(evidenceOf(hour(0)).measured)).toBe(0);
});

test("a window without any measurement is incomplete, not suitable", () => {
  const { measured, ...evidence } = evidenceOf(hour(4));
  const empty = { ...measured, counters: {}, distributions: {} };
  expect(listWindowConcerns({ ...evidence, measured: empty })).toEqual([
    { kind: "incomplete", incompleteCount: 60, blockCount: 60 },
  ]);
});

test("the counter of a training job, or a gauge without counters, shows which blocks are incomplete", () => {
  const { measured, ...evidence } = evidenceOf(hour(4));
  const blocks = hour(1).map((value, block) => (block < 6 ? "not-scraped" : value));
  const counted = { "train-batches": { unit: "events-per-second" as const, blocks } };
  const gauges = { waiting: { unit: "requests" as const, blocks } };
  for (const series of [{ counters: counted }, { gauges }])
    expect(
      listWindowConcerns({
        ...evidence,
        measured: { ...measured, counters: {}, distributions: {}, ...series },
      }),
    ).toEqual([{ kind: "incomplete", incompleteCount: 6, blockCount: 60 }]);
});
