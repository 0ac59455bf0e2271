/** Seeded random numbers: the same seed produces the same arrivals, lengths and choices, independent of the clock. */

/** A stream of random numbers. */
export interface Random {
  /** Returns a uniformly distributed number in [0, 1). */
  readonly uniform: () => number;
  readonly exponential: (mean: number) => number;
  /** Lognormal, given its median and the standard deviation of its logarithm. */
  readonly lognormal: (median: number, sigma: number) => number;
}

/** Returns the seed of a named stream, so that every stream is independent of the others. */
export function deriveSeed(seed: number, streamName: string): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0;
  for (const character of streamName) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x85ebca6b) >>> 0;
    hash = (hash ^ (hash >>> 13)) >>> 0;
  }
  return hash;
}

/**
 * Creates a generator by Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, sufficient for queues and fast
 * enough for tokens.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    exponential: (mean) => -mean * Math.log(1 - uniform()),
    lognormal: (median, sigma) => median * Math.exp(sigma * normal()),
  };
}
