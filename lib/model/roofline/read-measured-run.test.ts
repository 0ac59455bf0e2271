import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMeasuredRun } from "./read-measured-run";

const file = new URL("../../analysis/roofline/measured/fixtures/pretend.json", import.meta.url);
const text = readFileSync(file, "utf8");

/** The file with some of its fields replaced. */
function changed(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), ...fields });
}

function refusal(given: string): string {
  const read = readMeasuredRun(given);
  return read.ok ? "taken" : read.error;
}

test("reads the file of the measuring program, including its made-up origin", () => {
  const read = readMeasuredRun(text);
  expect(read.ok && read.value.origin).toEqual({
    kind: "made-up",
    why: expect.stringContaining("no device was measured") as string,
  });
  expect(read.ok && read.value.device.name).toBe("pretended accelerator");
});

test.each([
  ["{", "the file is not JSON"],
  ["null", 'the file has no kind (expected "measured-run")'],
  ["[]", 'the file has no kind (expected "measured-run")'],
  [changed({ kind: "accelerator" }), 'the file has the kind "accelerator" (expected "measured-run")'],
  [changed({ version: 2 }), "the file has version 2, which is newer (this release reads version 1)"],
  [changed({ version: 0 }), "the file has version 0 (this release reads version 1)"],
  [changed({ version: "1" }), 'the file has version "1" (this release reads version 1)'],
  [changed({ version: undefined }), "the file has version nothing (this release reads version 1)"],
  [changed({ measuredAt: "today" }), "measuredAt: must be a UTC time such as 2026-11-22T15:30:00Z"],
  [
    changed({ origin: { kind: "measured" } }),
    "origin.kind: must be made-up, because a pretended device cannot be measured",
  ],
])("refuses invalid file %# by name", (given, why) => {
  expect(refusal(given)).toBe(why);
});

test("refuses unknown fields and timings that do not ascend", () => {
  expect(refusal(changed({ notes: "mine" }))).toMatch(/notes/);
  const run = JSON.parse(text) as { matmul: { cases: { seconds: { min: number; max: number } }[] } };
  const seconds = run.matmul.cases[0]!.seconds;
  [seconds.min, seconds.max] = [seconds.max, seconds.min];
  expect(refusal(JSON.stringify(run))).toBe("matmul.cases.0.seconds: must ascend from min to max");
});

test("lists the first five issues and counts the others", () => {
  const run = JSON.parse(text) as { bandwidth: { cases: object[] } };
  const broken = { ...run, bandwidth: { ...run.bandwidth, cases: run.bandwidth.cases.map(() => 1) } };
  expect(run.bandwidth.cases.length).toBe(6);
  expect(refusal(JSON.stringify(broken))).toMatch(/^(bandwidth\.cases\.\d: [^;]+; ){5}and 1 more$/);
});
