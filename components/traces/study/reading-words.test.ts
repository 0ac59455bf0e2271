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
  cut: false,
  endedBy: null,
  failure: null,
  covered: window,
  unreadSlices: 0,
  slices: 1,
};

test("a window read whole says so and nothing else", () => {
  expect(readingWords(whole, window)).toEqual([
    "Asked for up to 1,000 traces in one question; got 240, of which 240 are requests.",
    expect.stringMatching(/^The whole window of 1\sh was read\.$/),
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
    window,
  ).join(" ");
  expect(words).toMatch(/2 tell of a server's start/);
  expect(words).toMatch(/5 came that do not meet/);
  expect(words).toMatch(/Only the last 10\smin of the window's 1\sh were read \(as many as asked for\)/);
  expect(words).toMatch(/1 stretch of it had more/);
});
