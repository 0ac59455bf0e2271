import { expect, test } from "vitest";
import { sentenceText } from "./sentence-text";

test("formats numbers as on screen, and a limit without extra digits", () => {
  const number = { kind: "number", value: 0.9, unit: "ratio", displayUnit: "%" } as const;
  expect(
    sentenceText([
      { kind: "text", text: "It is at " },
      number,
      { kind: "text", text: " of " },
      { ...number, isLimit: true },
      { kind: "code", text: "kv" },
    ]),
  ).toBe("It is at 90.0\u202f% of 90\u202f%kv");
});

test("formats times in UTC", () => {
  const since = {
    kind: "since",
    atMs: Date.UTC(2026, 10, 19, 14, 32),
    withinMs: 60_000,
    elapsedMs: 60_000,
  } as const;
  expect(sentenceText([{ kind: "down-since", since }])).toBe("since 14:32 UTC");
});
