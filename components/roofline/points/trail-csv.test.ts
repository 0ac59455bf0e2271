import { expect, test } from "vitest";
import { createTrailCsv } from "./trail-csv";

test("each interval is a row with its full time, in the units of the table, oldest first", () => {
  const at = Date.UTC(2026, 10, 21, 8);
  const trail = { key: "0 decode", name: "decode", colour: "ph-decode" };
  const csv = createTrailCsv([
    {
      ...trail,
      timesMs: [at, at + 15_000],
      x: [31.25, 32],
      y: [0.00012, 83.6],
      isMixedByPoint: [false, true],
    },
    { ...trail, name: "prefill", timesMs: [at], x: [1_943.5], y: [514], isMixedByPoint: [false] },
  ]);
  expect(csv.split("\r\n")).toEqual([
    "time,phase,intensity (FLOP/B),performance (TFLOP/s),steps",
    "2026-11-21T08:00:00.000Z,decode,31.25,0.00012,one phase",
    "2026-11-21T08:00:00.000Z,prefill,1943.5,514,one phase",
    "2026-11-21T08:00:15.000Z,decode,32,83.6,mixed",
  ]);
});
