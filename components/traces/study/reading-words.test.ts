import { expect, test } from "vitest";
import type { StudyReading } from "@/lib/contracts/trace-study";
import { readingWords } from "./reading-words";

const window = { startMs: 0, endMs: 3_600_000 };
const whole: StudyReading = {
  service: "chat",
  asked: 1_000,
  got: 240,
  requests: 240,
  startUps: 0,
  filteredOut: 0,
  nearAttributes: [],
  nearOperations: [],
  cut: false,
  endedBy: null,
  failure: null,
  covered: window,
  unreadSlices: 0,
  slices: 1,
};

const none = { kind: "not-told", why: "Prometheus is gone." } as const;

test("a window read whole says so and nothing else", () => {
  expect(readingWords(whole, none, window)).toEqual([
    "Asked for up to 1,000 traces in one question; got 240, of which 240 are requests.",
    expect.stringMatching(/^The whole window of 1\sh was read\.$/),
    "What share of all requests was traced and read is not told: Prometheus is gone.",
  ]);
});

test("what is missing is said with its reason", () => {
  const words = readingWords(
    {
      ...whole,
      got: 1_000,
      requests: 998,
      startUps: 2,
      filteredOut: 5,
      cut: true,
      endedBy: "most",
      covered: { startMs: 3_000_000, endMs: 3_600_000 },
      unreadSlices: 1,
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
  const told = { kind: "told", window: { startMs: 0, endMs: 600_000 }, traces: 100, unscraped: 0 } as const;
  const last = (requests: number) => readingWords(whole, { ...told, requests }, window).at(-1);
  expect(last(1_000)).toMatch(
    /100 requests ended within the 10\smin .* count 1,000, so 10\.0\s% of all requests/,
  );
  expect(last(50)).toMatch(/more than this deployment's requests/);
  expect(last(0)).toMatch(/those count 0\.$/);
});
