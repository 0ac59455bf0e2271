import { expect, test } from "vitest";
import { sentenceText } from "./sentence-text";

test("numbers are told as on screen, a limit without digits nobody measured", () => {
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

test("a time is told in UTC", () => {
  const since = {
    kind: "since",
    atMs: Date.UTC(2026, 10, 19, 14, 32),
    withinMs: 60_000,
    forMs: 60_000,
  } as const;
  expect(sentenceText([{ kind: "down-since", since }])).toBe("since 14:32 UTC");
});
