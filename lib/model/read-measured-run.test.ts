import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMeasuredRun } from "./read-measured-run";

const file = new URL("../analysis/roofline/measured/fixtures/pretend.json", import.meta.url);
const text = readFileSync(file, "utf8");

/** The file with some of its fields in place of its own. */
function changed(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), ...fields });
}

function refusal(given: string): string {
  const read = readMeasuredRun(given);
  return read.ok ? "taken" : read.error;
}

test("what the measuring program wrote is taken, and says that it is made up", () => {
  const read = readMeasuredRun(text);
  expect(read.ok && read.value.origin).toEqual({
    kind: "made-up",
    why: expect.stringContaining("no device was measured") as string,
  });
  expect(read.ok && read.value.device.name).toBe("pretended accelerator");
});

test.each([
  ["{", "it is no JSON"],
  ["null", "it does not say that it is a measured-run"],
  ["[]", "it does not say that it is a measured-run"],
  [changed({ kind: "accelerator" }), 'it is no measured-run: its kind is "accelerator"'],
  [changed({ version: 2 }), "it is of version 2, a later one: this release reads version 1"],
  [changed({ version: 0 }), "it is of version 0: this release reads version 1"],
  [changed({ version: "1" }), 'it is of version "1": this release reads version 1'],
  [changed({ version: undefined }), "it is of version nothing: this release reads version 1"],
  [changed({ measuredAt: "today" }), "measuredAt: must be a time in UTC such as 2026-11-22T15:30:00Z"],
  [
    changed({ origin: { kind: "measured" } }),
    "origin.kind: must be made-up: a pretended device is no device",
  ],
])("%# is refused by name", (given, why) => {
  expect(refusal(given)).toBe(why);
});

test("a field that nobody knows, and timings that do not ascend, are refused", () => {
  expect(refusal(changed({ notes: "mine" }))).toMatch(/notes/);
  const run = JSON.parse(text) as { matmul: { cases: { seconds: { least: number; most: number } }[] } };
  const seconds = run.matmul.cases[0]!.seconds;
  [seconds.least, seconds.most] = [seconds.most, seconds.least];
  expect(refusal(JSON.stringify(run))).toBe("matmul.cases.0.seconds: must ascend from least to most");
});

test("of many faults the first five are named and the rest counted", () => {
  const run = JSON.parse(text) as { bandwidth: { cases: object[] } };
  const broken = { ...run, bandwidth: { ...run.bandwidth, cases: run.bandwidth.cases.map(() => 1) } };
  expect(run.bandwidth.cases.length).toBe(6);
  expect(refusal(JSON.stringify(broken))).toMatch(/^(bandwidth\.cases\.\d: [^;]+; ){5}and 1 more$/);
});
