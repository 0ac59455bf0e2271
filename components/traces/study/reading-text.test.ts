import { expect, test } from "vitest";
import type { StudyRetrieval } from "@/lib/contracts/trace-study";
import { readingSentences } from "./reading-text";

const window = { startMs: 0, endMs: 3_600_000 };
const whole: StudyRetrieval = {
  service: "chat",
  requested: 1_000,
  returned: 240,
  requests: 240,
  startupTraces: 0,
  filteredOut: 0,
  nearAttributes: [],
  nearOperations: [],
  isTruncated: false,
  stoppedBy: null,
  failure: null,
  covered: window,
  unreadIntervals: 0,
  queryCount: 1,
};

const none = { kind: "unavailable", reason: "Prometheus is gone." } as const;

test("a window read whole says so and nothing else", () => {
  expect(readingSentences(whole, none, window)).toEqual([
    "Asked for up to 1,000 traces in one question; got 240, of which 240 are requests.",
    expect.stringMatching(/^The whole window of 1\sh was read\.$/),
    "What share of all requests was traced and read is not told: Prometheus is gone.",
  ]);
});

test("what is missing is said with its reason", () => {
  const words = readingSentences(
    {
      ...whole,
      returned: 1_000,
      requests: 998,
      startupTraces: 2,
      filteredOut: 5,
      isTruncated: true,
      stoppedBy: "max-traces",
      covered: { startMs: 3_000_000, endMs: 3_600_000 },
      unreadIntervals: 1,
    },
    none,
    window,
  ).join(" ");
  expect(words).toMatch(/2 tell of a server's start/);
  expect(words).toMatch(/5 came that do not meet/);
  expect(words).toMatch(
    /^These numbers are of the last 10\smin of the window's 1\sh \(as many as asked for\); older traces are in none of them\./,
  );
  expect(words).toMatch(/1 stretch of it had more/);
});

test("the share that was traced is told where the metrics count the same time", () => {
  const told = {
    kind: "reported",
    window: { startMs: 0, endMs: 600_000 },
    traces: 100,
    unscraped: 0,
  } as const;
  const last = (requests: number) => readingSentences(whole, { ...told, requests }, window).at(-1);
  expect(last(1_000)).toMatch(
    /100 requests ended within the 10\smin .* count 1,000, so 10\.0\s% of all requests/,
  );
  expect(last(50)).toMatch(/more than this deployment's requests/);
  expect(last(0)).toMatch(/those count 0\.$/);
});
