import { expect, test } from "vitest";
import { createShortcutMatcher } from "./typed-keys";

const typed = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false });

test("joins chords typed within a second", () => {
  const together = createShortcutMatcher("g>o");
  expect([together.isCompletedBy(typed("g"), 0), together.isCompletedBy(typed("o"), 1_000)]).toEqual([
    false,
    true,
  ]);
  const apart = createShortcutMatcher("g>o");
  expect([apart.isCompletedBy(typed("g"), 0), apart.isCompletedBy(typed("o"), 1_001)]).toEqual([
    false,
    false,
  ]);
});

test("completes with any alternative, and can be typed again", () => {
  const typing = createShortcutMatcher("?,g>h");
  const times = [typed("?"), typed("g"), typed("h"), typed("?")].map((key, at) =>
    typing.isCompletedBy(key, at),
  );
  expect(times).toEqual([true, false, true, true]);
});
