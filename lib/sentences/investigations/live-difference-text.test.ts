import { expect, test } from "vitest";
import type { ValueGroupDifference } from "@/lib/analysis/evidence/compare-value-groups";
import { describeEqualAnswer, describeLiveDifference } from "./live-difference-text";

const equal: ValueGroupDifference = {
  copyCount: 240,
  liveCount: 240,
  changedCount: 0,
  lowerCount: 0,
  higherCount: 0,
  largestDecreaseRatio: null,
  largestIncreaseRatio: null,
  missingCount: 0,
  newCount: 0,
  changedTexts: [],
};
const lower = { changedCount: 2, lowerCount: 2, largestDecreaseRatio: 0.04 };
const text = { group: "Verdict", key: "TTFT p95", copy: "better", live: "same" };

test.each<[Partial<ValueGroupDifference>, string]>([
  [lower, "2 of 240 points are up to 4.00 % lower now."],
  [{ ...lower, changedCount: 1, lowerCount: 1 }, "1 of 240 points is 4.00 % lower now."],
  [
    { changedCount: 3, higherCount: 3, largestIncreaseRatio: 0.5 },
    "3 of 240 points are up to 50.0 % higher now.",
  ],
  [
    { changedCount: 5, lowerCount: 2, higherCount: 3, largestDecreaseRatio: 0.04, largestIncreaseRatio: 0.5 },
    "5 of 240 points differ now, by up to −4.00 % and up to +50.0 %.",
  ],
  [{ changedCount: 1, higherCount: 1 }, "1 of 240 points differs now."],
  [{ missingCount: 1 }, "1 point of the copy is missing now."],
  [
    { ...lower, newCount: 7 },
    "2 of 240 points are up to 4.00 % lower now. 7 new points are not in the copy.",
  ],
  [{ changedTexts: [text] }, "Verdict of TTFT p95: “same” now, “better” in the copy."],
  [
    { changedTexts: [text, text, text, text] },
    "Verdict of TTFT p95: “same” now, “better” in the copy. Verdict of TTFT p95: “same” now, “better” in the copy. 2 further texts differ.",
  ],
])("describes %o", (difference, sentence) => {
  expect(describeLiveDifference({ ...equal, ...difference }, "point").replaceAll("\u202f", " ")).toBe(
    sentence,
  );
});

test("states how many values are equal", () => {
  expect(describeEqualAnswer(equal, "point")).toBe("The live data match the copy in 240 points.");
  expect(describeEqualAnswer({ ...equal, copyCount: 0 }, "point")).toBe("The live data match the copy.");
  const part = { subject: "outcomes of the signals", omission: "The values are not compared." };
  expect(describeEqualAnswer({ ...equal, copyCount: 0 }, "outcome", part)).toBe(
    "The outcomes of the signals match the copy.",
  );
});
