/** Power, temperature and memory of a GPU, derived from its work. Shared by all GPU exporters. */
import type { Gpu } from "@/demo/simulator/hardware";
import type { MachineSample } from "@/demo/simulator/exposition/exposition";

export interface GpuSample {
  readonly watts: number;
  readonly joules: number;
  readonly temperatureC: number;
  readonly usedBytes: number;
  readonly reservedBytes: number;
  readonly freeBytes: number;
  readonly smClockMhz: number;
}

const reservedBytes = 620 * 1024 * 1024;
/** Half of the dynamic power does not depend on the clock. */
const powerAtNoClock = 0.5;

/** One GPU of a machine. All GPUs of a tensor-parallel group do the same work. */
export class GpuDevice {
  readonly #gpu: Gpu;
  #temperatureC = 40;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  measure(sample: MachineSample): GpuSample {
    const gpu = this.#gpu;
    const load = Math.min(1, 0.45 * sample.dramRatio + 0.55 * sample.tensorRatio + 0.15 * sample.busyRatio);
    const share = powerAtNoClock + (1 - powerAtNoClock) * sample.clockRatio;
    const watts = (gpu.idleWatts + (gpu.fullWatts - gpu.idleWatts) * load) * share;
    this.#temperatureC += (34 + 45 * load - this.#temperatureC) * Math.min(1, sample.seconds / 60);
    return {
      watts,
      joules: watts * sample.seconds,
      temperatureC: Math.round(this.#temperatureC),
      usedBytes: sample.memoryUsedBytes,
      reservedBytes,
      freeBytes: Math.max(0, gpu.memoryBytes - sample.memoryUsedBytes - reservedBytes),
      smClockMhz: Math.round(gpu.smClockMhz * sample.clockRatio),
    };
  }
}
