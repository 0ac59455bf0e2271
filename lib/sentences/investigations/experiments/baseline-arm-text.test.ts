import { expect, test } from "vitest";
import {
  baselineArmText,
  baselineNotes,
  fewerBlocksNotes,
  missingMeasureText,
  partialBaselineNotes,
} from "./baseline-arm-text";

const thinSpaces = /[\u2009\u202f]/g;
const writeWindow = () => "10:00 to 11:00";
const baseline = {
  id: "b",
  name: "Before the fix",
  window: { startMs: 0, endMs: 3_600_000 },
  blockMs: 60_000,
  blockCount: 60,
  requestCount: 3_600,
};

test("a baseline is named with its window, its blocks and its requests", () => {
  expect(baselineArmText(baseline, writeWindow).replaceAll(thinSpaces, " ")).toMatch(
    /^baseline “Before the fix”, 10:00 to 11:00, 60 blocks of 1 min, 3.?600 requests$/u,
  );
  expect(baselineArmText({ ...baseline, name: null, requestCount: null }, writeWindow)).toMatch(
    /^baseline of a team, 10:00 to 11:00, 60 blocks of 1.min$/u,
  );
});

test("a measure that a baseline does not contain is named with the reason", () => {
  const missing = { arm: "Before", measure: "mean queue time", blockCount: 0, detail: null };
  expect(missingMeasureText({ ...missing, detail: "vLLM does not expose it." })).toBe(
    "the baseline of Before does not contain mean queue time. vLLM does not expose it. Add an experiment that uses another baseline or compares another metric.",
  );
  expect(missingMeasureText({ ...missing, blockCount: 12 })).toBe(
    "the baseline of Before has 12 blocks with mean queue time, and the first interim analysis needs 20. Add an experiment that uses another baseline or compares another metric.",
  );
});

test("notes state that a baseline is not interleaved, its concerns, and fewer blocks than planned", () => {
  const notes = baselineNotes({ arm: { name: "Before" }, concerns: ["GPUs were throttled."] });
  expect(notes).toEqual([
    "Before is a baseline, so the arms are not interleaved. Unrecorded changes between its window and the other arm are part of the difference.",
    "Concern about the baseline of Before: GPUs were throttled.",
  ]);
  expect(fewerBlocksNotes(60, 60)).toEqual([]);
  expect(fewerBlocksNotes(120, 58)).toEqual([
    "120 blocks per arm are planned, but the baseline has only 58 with the primary measure. The experiment therefore ends at 58 blocks per arm.",
  ]);
});

test("a note states that only the first blocks of a longer baseline are compared", () => {
  const arm = { name: "Before", baseline: { ...baseline, blockCount: 1_440 } };
  expect(partialBaselineNotes(arm, 60).map((note) => note.replaceAll(thinSpaces, " "))).toEqual([
    expect.stringMatching(
      /^Only the first 60 blocks with a value are compared, about the first 1.h of the baseline of Before \(1.?440 blocks\)\. /u,
    ),
  ]);
  expect(partialBaselineNotes(arm, 1_440)).toEqual([]);
});
