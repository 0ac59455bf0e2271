/**
 * Values of the environment that are measured in the window: clock and temperature of the GPUs. They follow load, power
 * limit and cooling, so equal environments differ in them. They are recorded, and compared as signals only.
 */
import type { EnvironmentValue, EnvironmentValues } from "./environment";
import type { MeasuredBlocks } from "./measured-blocks";

const measuredPaths: ReadonlySet<string> = new Set(["gpu.clockMhz", "gpu.temperatureCelsius"]);
const hertzPerMegahertz = 1e6;

/**
 * Returns the median GPU clock in MHz and the median GPU temperature in °C over the blocks, as environment
 * values; empty without GPU metrics.
 */
export function toMeasuredEnvironment({ gauges }: MeasuredBlocks): EnvironmentValues {
  const clockHertz = medianOf(gauges["gpu-sm-clock"]?.blocks);
  const temperatureCelsius = medianOf(gauges["gpu-temperature"]?.blocks);
  return {
    ...(clockHertz === null ? {} : { "gpu.clockMhz": String(Math.round(clockHertz / hertzPerMegahertz)) }),
    ...(temperatureCelsius === null
      ? {}
      : { "gpu.temperatureCelsius": String(Math.round(temperatureCelsius)) }),
  };
}

/**
 * Returns whether an environment value was measured, such as a clock rate. Measured values are not compared.
 */
export function isMeasuredValue(path: string, value: EnvironmentValue | undefined): boolean {
  return measuredPaths.has(path) && (value === undefined || value.origin === "observed");
}

function medianOf(blocks: readonly (number | string)[] = []): number | null {
  const values = blocks.filter((block) => typeof block === "number").toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? null;
}
