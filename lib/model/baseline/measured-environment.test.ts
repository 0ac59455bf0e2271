import { expect, test } from "vitest";
import type { MeasuredBlocks } from "./measured-blocks";
import { isMeasuredValue, toMeasuredEnvironment } from "./measured-environment";

const measuredOf = (gauges: MeasuredBlocks["gauges"]): MeasuredBlocks => ({
  startMs: 0,
  blockMs: 60_000,
  blockCount: 3,
  distributions: {},
  counters: {},
  gauges,
  absent: {},
});

test("clock and temperature are medians over the blocks with a value", () => {
  const gauges = {
    "gpu-sm-clock": { unit: "hertz" as const, blocks: [1.2e9, 1.98e9, 1.98e9, "not-scraped" as const] },
    "gpu-temperature": { unit: "celsius" as const, blocks: [61.4, 62.6, 90] },
  };
  expect(toMeasuredEnvironment(measuredOf(gauges))).toEqual({
    "gpu.clockMhz": "1980",
    "gpu.temperatureCelsius": "63",
  });
  expect(toMeasuredEnvironment(measuredOf({}))).toEqual({});
});

test("a stated clock is not a measured one", () => {
  expect(isMeasuredValue("gpu.clockMhz", { value: "1980", origin: "observed" })).toBe(true);
  expect(isMeasuredValue("gpu.clockMhz", { value: "1400", origin: "file" })).toBe(false);
  expect(isMeasuredValue("gpu.model", { value: "H100", origin: "observed" })).toBe(false);
});
