/** Expected values of exporters: the machine's samples at the scrapes, and the lookups of the feature store. */
import {
  sumPerSecond,
  eventsPerSecond,
  level,
  metricAbsent,
  type Expectations,
  type ExpectedReading,
  type TruthFunction,
} from "./expected";
import type { MachineSample } from "@/demo/simulator/exposition/exposition";
import { gpus, type Gpu } from "@/demo/simulator/hardware";

const ofMachine =
  (of: (sample: MachineSample) => number): TruthFunction =>
  (truth) =>
    truth.sumOfMeanLevels(({ machine }) => (machine === null ? Number.NaN : of(machine)));
const machine = (of: (sample: MachineSample) => number): ExpectedReading => level(ofMachine(of));

const busy = machine(({ gpuBusyRatio }) => gpuBusyRatio);
const used = machine(({ gpuMemoryUsedBytes }) => gpuMemoryUsedBytes);
/** The driver reserves some memory. */
const reservedBytes = 620 * 1024 * 1024;
const freeOf = (memoryBytes: number): ExpectedReading =>
  machine(({ gpuMemoryUsedBytes }) => memoryBytes - gpuMemoryUsedBytes - reservedBytes);

const body = ({ idleWatts, fullLoadWatts }: Gpu): Expectations => ({
  // Half of the power does not depend on the clock.
  "gpu-power": { kind: "between", min: idleWatts / 2, max: fullLoadWatts },
  "gpu-temperature": { kind: "between", min: 30, max: 85 },
});

export const dcgm46: Expectations = {
  ...body(gpus.l40s),
  "gpu-engine-active": busy,
  "gpu-sm-active": machine(({ gpuBusyRatio }) => gpuBusyRatio * 0.96),
  "gpu-tensor-active": machine(({ tensorActiveRatio }) => tensorActiveRatio),
  "gpu-dram-active": machine(({ dramActiveRatio }) => dramActiveRatio),
  "gpu-utilisation": busy,
  "gpu-memory-used": used,
  "gpu-memory-free": freeOf(gpus.l40s.memoryBytes),
  "gpu-sm-clock": machine(({ clockRatio }) => clockRatio * gpus.l40s.smClockMhz * 1e6),
  "gpu-throttled": level(() => 0),
};

export const nvidiaGpuExporter: Expectations = {
  ...body(gpus.l40s),
  // Exposed for MIG instances only, which an L40S does not support.
  "gpu-engine-active": metricAbsent,
  "gpu-sm-active": metricAbsent,
  "gpu-tensor-active": metricAbsent,
  "gpu-utilisation": busy,
  "gpu-memory-used": used,
  "gpu-memory-free": freeOf(gpus.l40s.memoryBytes),
  "gpu-sm-clock": machine(({ clockRatio }) => clockRatio * gpus.l40s.smClockMhz * 1e6),
  "gpu-throttled": metricAbsent,
};

export const amd: Expectations = {
  ...body(gpus.mi300x),
  "gpu-engine-active": metricAbsent,
  "gpu-sm-active": machine(({ gpuBusyRatio }) => gpuBusyRatio * 0.96),
  "gpu-tensor-active": machine(({ tensorActiveRatio }) => tensorActiveRatio),
  "gpu-utilisation": busy,
  "gpu-memory-used": used,
  "gpu-memory-free": freeOf(gpus.mi300x.memoryBytes),
  "gpu-sm-clock": metricAbsent,
  "gpu-throttled": metricAbsent,
};

export const cadvisor: Expectations = {
  "container-cpu": sumPerSecond("cpuBusy"),
  "container-throttled": level(() => 0),
  // 26 GB of working set each, independent of the load.
  "container-memory": level((truth) => truth.meanLevels(() => 26e9).reduce((sum, one) => sum + one, 0)),
};

const pages = { perLookup: 400, inMemorySeconds: 0.012, secondsPerRead: 0.0008 } as const;
/** A lookup reads 400 pages. Time beyond the in-memory duration counts as pages read from disk. */
const hits: TruthFunction = (truth) => {
  const reads = truth
    .values("features")
    .map((seconds) => Math.round((seconds - pages.inMemorySeconds) / pages.secondsPerRead))
    .map((count) => Math.min(pages.perLookup, Math.max(0, count)));
  return 1 - reads.reduce((sum, count) => sum + count, 0) / (reads.length * pages.perLookup);
};

export const postgres: Expectations = {
  "db-heap-hit": level(hits),
  "db-index-hit": level(hits),
  "db-connections": level(() => 20),
  "db-replication-lag": metricAbsent,
  "db-transactions": eventsPerSecond("features"),
};

/** Metrics that PostgreSQL does not expose, or only with an optional collector. */
export const pgbouncer: Expectations = {
  "db-query-time": level((truth) => truth.mean("features")),
  "db-pool-waiting": level(() => 0),
  "db-pool-wait": level(() => 0),
};
