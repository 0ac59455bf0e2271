import { expect, test } from "vitest";
import { absenceText } from "./statistic-text";

test("the number of blocks with a value agrees with its noun", () => {
  const textOf = (blockCount: number): string =>
    absenceText({ kind: "absent", reason: { kind: "few-blocks", neededBlockCount: 20 }, blockCount });
  expect([0, 1, 7].map(textOf)).toEqual([
    "No time block has a value. A comparison needs 20.",
    "Only 1 time block has a value. A comparison needs 20.",
    "Only 7 time blocks have a value. A comparison needs 20.",
  ]);
});
