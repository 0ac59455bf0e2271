import { expect, test } from "vitest";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { Reading } from "@/lib/model/reading";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { ttftCountWarning } from "./ttft-count";

const atMs = 600_000;
const windowMs = 300_000;

interface Row {
  readonly signal: AnswerSeries["signal"];
  readonly statistic: AnswerSeries["statistic"];
  readonly headline: Reading;
  readonly values?: readonly (number | null)[];
}

function answer({ signal, statistic, headline, values = [] }: Row): Answer {
  const series = [{ signal, statistic, unit: "seconds", values, absence: [], headline }] as const;
  return createEmptyAnswer({ stepMs: 60_000, pointCount: 10 }, { series });
}

const counted = (n: number): Reading => ({ kind: "present", value: 0.4, n, atMs, windowMs });
const ttft = (n: number): Answer => answer({ signal: "ttft", statistic: "p95", headline: counted(n) });
const e2e = (n: number): Answer => answer({ signal: "e2e", statistic: "p95", headline: counted(n) });
const requests = (value: number, over = windowMs): Answer =>
  answer({
    signal: "requests",
    statistic: "rate",
    headline: { kind: "present", value, atMs, windowMs: over },
  });
/** Ten points of a minute each. The last five minutes begin at the sixth point. */
const queue = (values: readonly (number | null)[]): Answer =>
  answer({ signal: "running", statistic: "value", headline: counted(1), values });
const warn = (panels: Readonly<Record<string, Answer>>): string | null =>
  ttftCountWarning((id) => panels[id] ?? null);

test("returns null when the counts agree within 5 %", () => {
  // 2 requests a second for five minutes: 600.
  expect(warn({ ttft: ttft(600), requests: requests(2) })).toBeNull();
  expect(warn({ ttft: ttft(572), requests: requests(2) })).toBeNull();
});

test("reports both counts and their window when fewer first tokens than finished requests were measured", () => {
  expect(warn({ ttft: ttft(450), requests: requests(2) })).toContain(
    "In the last 5\u202fmin, 600 requests finished, but a first token was measured for about 450 requests, 25.0\u202f% fewer",
  );
});

test("judges the last minutes only, not earlier points of the window", () => {
  const past = {
    ...ttft(600),
    counts: [{ signal: "ttft", n: Array.from({ length: 10 }, () => 1) }],
  } as const;
  expect(warn({ ttft: past, requests: requests(2) })).toBeNull();
  const wasFine = {
    ...ttft(300),
    counts: [{ signal: "ttft", n: Array.from({ length: 10 }, () => 600) }],
  } as const;
  expect(warn({ ttft: wasFine, requests: requests(2) })).toContain("50.0\u202f% fewer");
});

test("does not count requests in flight as a difference", () => {
  const ramp = queue([0, 0, 0, 0, 0, 2, 20, 40, 60, 80]);
  expect(warn({ ttft: ttft(680), requests: requests(2), queue: ramp })).toBeNull();
  const steady = queue([80, 80, 80, 80, 80, 80, 80, 80, 80, 80]);
  expect(warn({ ttft: ttft(680), requests: requests(2), queue: steady })).toContain("more");
});

test("tolerates first tokens of running requests after a server start or restart", () => {
  const read = { ttft: ttft(680), requests: requests(2) };
  const began = queue([null, null, null, null, null, null, null, 60, 80, 80]);
  expect(warn({ ...read, queue: began })).toBeNull();
  const again = queue([80, 80, 80, 80, 80, 80, 0, 60, 80, 80]);
  expect(warn({ ...read, queue: again })).toBeNull();
  // A difference above the maximum of running requests is reported.
  expect(warn({ ...read, ttft: ttft(780), queue: began })).toContain("more");
});

test.each([
  [undefined, "not streamed, fail, or are aborted early"],
  ["streamed", "fewer. LiteLLM proxy measures TTFT for streamed responses only."],
  ["all", "before their first token, and requests that produce no text."],
] as const)("explains the difference when TTFT is known to cover %s requests", (reports, words) => {
  const note = { signal: "ttft", from: "LiteLLM proxy", formula: "", scope: "", caveat: null } as const;
  const series = { ...ttft(450), notes: [{ ...note, ...(reports === undefined ? {} : { reports }) }] };
  expect(warn({ ttft: series, requests: requests(2) })).toContain(words);
});

test("reports more first tokens than finished requests", () => {
  expect(warn({ ttft: ttft(1_200), requests: requests(2) })).toContain("100\u202f% more");
});

test("uses end-to-end counts when the request rate is missing or covers less time", () => {
  expect(warn({ ttft: ttft(450), e2e: e2e(600) })).toContain("fewer");
  expect(warn({ ttft: ttft(450), requests: requests(2, 120_000), e2e: e2e(600) })).toContain(
    "600 requests finished",
  );
  expect(warn({ ttft: ttft(450), requests: requests(2, 120_000) })).toBeNull();
  expect(warn({ ttft: ttft(450) })).toBeNull();
});

test("returns null for few requests and for an unknown first-token count", () => {
  expect(warn({ ttft: ttft(5), requests: requests(0.1) })).toBeNull();
  const unknown: Reading = { kind: "absent", reason: "too-few-samples", detail: "" };
  expect(
    warn({ ttft: answer({ signal: "ttft", statistic: "p95", headline: unknown }), requests: requests(2) }),
  ).toBeNull();
});

test("adds up the parts of a split", () => {
  const split = { label: "team", namedCount: 2, totalCount: 2, rule: "size" };
  const parts = (signal: "ttft" | "requests" | "running", rows: readonly Partial<AnswerSeries>[]): Answer => {
    const [one] = answer({
      signal,
      statistic: signal === "ttft" ? "p95" : "rate",
      headline: counted(1),
    }).series;
    const series = rows.map((row, index) => ({
      ...one!,
      group: { kind: "value", value: `team-${index}` } as const,
      ...row,
    }));
    return { ...createEmptyAnswer({ stepMs: 60_000, pointCount: 10 }, { series }), split };
  };
  const rate = (value: number): Partial<AnswerSeries> => ({
    headline: { kind: "present", value, atMs, windowMs },
  });
  const quiet = { headline: { kind: "absent", reason: "no-traffic", detail: "" } } as const;
  const down = { headline: { kind: "absent", reason: "target-down", detail: "" } } as const;
  const timed = [{ headline: counted(300) }, { headline: counted(150) }];
  const finished = parts("requests", [rate(1.5), rate(0.5), quiet]);
  const words = "600 requests finished, but a first token was measured for about 450 requests";
  expect(warn({ ttft: parts("ttft", timed), requests: finished })).toContain(words);
  expect(warn({ ttft: parts("ttft", [...timed, quiet]), requests: finished })).toContain(words);
  // The count of a part with unknown status is unknown.
  expect(warn({ ttft: parts("ttft", [...timed, down]), requests: finished })).toBeNull();
  expect(warn({ ttft: parts("ttft", timed), requests: parts("requests", [rate(2), down]) })).toBeNull();
  // 75 more at the end than at the beginning in each of two parts: the difference of 150.
  const rising = [0, 0, 0, 0, 0, 0, 40, 60, 70, 75];
  const queues = parts("running", [{ values: rising }, { values: rising }]);
  expect(warn({ ttft: parts("ttft", timed), requests: finished, queue: queues })).toBeNull();
});
