/** CPU cores of a host as servers of one queue. Work starts on the core that is free first. */

export interface CpuTime {
  readonly startMs: number;
  readonly endMs: number;
}

export class Cpu {
  readonly #freeAtMs: Float64Array;
  #busySeconds = 0;
  #waitSeconds = 0;

  constructor(cores: number) {
    this.#freeAtMs = new Float64Array(cores);
  }

  run(atMs: number, seconds: number): CpuTime {
    let earliest = 0;
    for (let core = 1; core < this.#freeAtMs.length; core += 1) {
      if ((this.#freeAtMs[core] ?? 0) < (this.#freeAtMs[earliest] ?? 0)) earliest = core;
    }
    const startMs = Math.max(atMs, this.#freeAtMs[earliest] ?? 0);
    const endMs = startMs + seconds * 1000;
    this.#freeAtMs[earliest] = endMs;
    this.#busySeconds += seconds;
    this.#waitSeconds += (startMs - atMs) / 1000;
    return { startMs, endMs };
  }

  /** Scales the booked time after `atMs` by `ratio`. */
  retime(atMs: number, ratio: number): void {
    for (const [core, freeAtMs] of this.#freeAtMs.entries())
      if (freeAtMs > atMs) this.#freeAtMs[core] = atMs + (freeAtMs - atMs) * ratio;
  }

  /** Adds work that is too short to queue, such as detokenizing one token. */
  addBusySeconds(seconds: number): void {
    this.#busySeconds += seconds;
  }

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
