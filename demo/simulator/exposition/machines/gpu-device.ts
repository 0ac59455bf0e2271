/** Power, temperature and memory of a GPU, derived from its work. Shared by all GPU exporters. */
import type { Gpu } from "@/demo/simulator/hardware";
import type { MachineSample } from "@/demo/simulator/exposition/exposition";

/** State of one GPU, and the energy that it used since the previous sample. */
export interface GpuSample {
  readonly powerWatts: number;
  readonly energyJoules: number;
  readonly temperatureC: number;
  readonly usedMemoryBytes: number;
  readonly reservedMemoryBytes: number;
  readonly freeMemoryBytes: number;
  readonly smClockMhz: number;
}

const reservedMemoryBytes = 620 * 1024 * 1024;
/** Half of the dynamic power does not depend on the clock. */
const powerAtNoClock = 0.5;

/** One GPU of a machine. All GPUs of a tensor-parallel group do the same work. */
export class GpuDevice {
  readonly #gpu: Gpu;
  #temperatureC = 40;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /** Returns the state of the GPU after the work of `sample`. */
  measure(sample: MachineSample): GpuSample {
    const gpu = this.#gpu;
    const load = Math.min(
      1,
      0.45 * sample.dramActiveRatio + 0.55 * sample.tensorActiveRatio + 0.15 * sample.gpuBusyRatio,
    );
    const share = powerAtNoClock + (1 - powerAtNoClock) * sample.clockRatio;
    const powerWatts = (gpu.idleWatts + (gpu.fullLoadWatts - gpu.idleWatts) * load) * share;
    this.#temperatureC += (34 + 45 * load - this.#temperatureC) * Math.min(1, sample.elapsedSeconds / 60);
    return {
      powerWatts,
      energyJoules: powerWatts * sample.elapsedSeconds,
      temperatureC: Math.round(this.#temperatureC),
      usedMemoryBytes: sample.gpuMemoryUsedBytes,
      reservedMemoryBytes,
      freeMemoryBytes: Math.max(0, gpu.memoryBytes - sample.gpuMemoryUsedBytes - reservedMemoryBytes),
      smClockMhz: Math.round(gpu.smClockMhz * sample.clockRatio),
    };
  }
}
