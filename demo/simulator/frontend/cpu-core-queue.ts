/** Time in which a core runs one piece of work; epoch milliseconds. */
export interface CpuWorkInterval {
  readonly startMs: number;
  readonly endMs: number;
}

/** CPU cores of a host as servers of one queue. Work starts on the core that is free first. */
export class CpuCoreQueue {
  readonly #freeAtMs: Float64Array;
  #busySeconds = 0;
  #waitSeconds = 0;

  constructor(cores: number) {
    this.#freeAtMs = new Float64Array(cores);
  }

  /** Assigns `cpuSeconds` of work that can start at `readyMs`, and returns when it runs. */
  run(readyMs: number, cpuSeconds: number): CpuWorkInterval {
    let earliest = 0;
    for (let core = 1; core < this.#freeAtMs.length; core += 1) {
      if ((this.#freeAtMs[core] ?? 0) < (this.#freeAtMs[earliest] ?? 0)) earliest = core;
    }
    const startMs = Math.max(readyMs, this.#freeAtMs[earliest] ?? 0);
    const endMs = startMs + cpuSeconds * 1000;
    this.#freeAtMs[earliest] = endMs;
    this.#busySeconds += cpuSeconds;
    this.#waitSeconds += (startMs - readyMs) / 1000;
    return { startMs, endMs };
  }

  /** Scales the work assigned to each core after `atMs` by `ratio`. */
  rescaleRemainingWork(atMs: number, ratio: number): void {
    for (const [core, freeAtMs] of this.#freeAtMs.entries())
      if (freeAtMs > atMs) this.#freeAtMs[core] = atMs + (freeAtMs - atMs) * ratio;
  }

  /** Adds work that is too short to queue, such as detokenizing one token. */
  addBusySeconds(seconds: number): void {
    this.#busySeconds += seconds;
  }

  /** Returns and resets the time that cores worked. */
  takeBusySeconds(): number {
    const busy = this.#busySeconds;
    this.#busySeconds = 0;
    return busy;
  }

  /** Returns and resets the time that work waited for a free core. */
  takeWaitSeconds(): number {
    const waited = this.#waitSeconds;
    this.#waitSeconds = 0;
    return waited;
  }
}
