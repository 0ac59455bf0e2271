import { expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { ttftCountWarning } from "./ttft-count";

const base: Answer = {
  schemaVersion: 1,
  window: { startMs: 0, endMs: 600_000 },
  startMs: 0,
  stepMs: 60_000,
  pointCount: 10,
  rateWindowMs: 120_000,
  sampleSpacingMs: 30_000,
  source: { slug: "p", kind: "prometheus", version: null },
  engine: { id: "vllm", version: null },
  asOfMs: 600_000,
  stale: null,
  n: null,
  coverageRatio: 1,
  completeness: "complete",
  warnings: [],
  queries: [],
  series: [],
  counts: [],
  notes: [],
};
const ten = (value: number | null): readonly (number | null)[] => Array.from({ length: 10 }, () => value);

/** `n` first tokens timed in each rate window. */
const ttft = (n: readonly (number | null)[]): Answer => ({ ...base, counts: [{ signal: "ttft", n }] });
const e2e = (n: number): Answer => ({ ...base, counts: [{ signal: "e2e", n: ten(n) }] });
const requests = (perSecond: number): Answer => ({
  ...base,
  series: [
    {
      signal: "requests",
      statistic: "rate",
      unit: "requests-per-second",
      values: ten(perSecond),
      absence: [],
      headline: { kind: "absent", reason: "not-yet-known", detail: "" },
    },
  ],
});
const warn = (panels: Readonly<Record<string, Answer>>): string | null =>
  ttftCountWarning((id) => panels[id] ?? null);

test("counts that agree within 5 % say nothing", () => {
  // 2 requests a second over rate windows of two minutes: 240 in each.
  expect(warn({ ttft: ttft(ten(240)), requests: requests(2) })).toBeNull();
  expect(warn({ ttft: ttft(ten(229)), requests: requests(2) })).toBeNull();
});

test("fewer first tokens than finished requests are told with both counts", () => {
  // Ten minutes at 2 a second are 1,200 requests, of which three quarters streamed.
  const told = warn({ ttft: ttft(ten(180)), requests: requests(2) });
  expect(told).toContain("900 requests while 1,200 finished, 25.0\u2009% fewer");
});

test.each([
  [undefined, "do not stream, fail or are given up early"],
  ["streamed", "fewer: LiteLLM proxy times the first token of streamed answers alone."],
  ["all", "before their first token, or make no text."],
] as const)("where TTFT is known to be of %s requests, that is what is told", (reports, words) => {
  const note = { signal: "ttft", from: "LiteLLM proxy", formula: "", scope: "", caveat: null } as const;
  const answer = { ...ttft(ten(180)), notes: [{ ...note, ...(reports === undefined ? {} : { reports }) }] };
  expect(warn({ ttft: answer, requests: requests(2) })).toContain(words);
});

test("more first tokens than finished requests are told as such", () => {
  expect(warn({ ttft: ttft(ten(480)), requests: requests(2) })).toContain("100\u2009% more");
});

test("where the requests were not read, end-to-end counts stand in", () => {
  expect(warn({ ttft: ttft(ten(180)), e2e: e2e(240) })).toContain("fewer");
  expect(warn({ ttft: ttft(ten(180)) })).toBeNull();
});

test("few requests and missing points prove nothing", () => {
  expect(warn({ ttft: ttft(ten(5)), requests: requests(0.1) })).toBeNull();
  expect(warn({ ttft: ttft(ten(null)), requests: requests(2) })).toBeNull();
});
