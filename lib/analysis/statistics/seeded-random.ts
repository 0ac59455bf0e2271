/**
 * Seeded random numbers. Analysis must be deterministic, so the caller of a bootstrap passes a seed and gets the same
 * interval for the same data.
 */

const golden = 0x9e3779b9;
const toUnit = 1 / 4_294_967_296;

/**
 * Returns a generator of uniform numbers in [0, 1), 32 bits each. SplitMix32 with the mixing constants of
 * hash-prospector; not for secrets.
 */
export function createSeededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + golden) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) * toUnit;
  };
}

/** Returns a standard normal number, computed from two uniform numbers (Box and Muller 1958). */
export function randomNormal(random: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}
