/**
 * What a measured time has beyond its bound, and how it goes along when something is changed.
 *
 * Against a bandwidth that was measured, the rest is overhead: launches, sampling, the CPU. It stays as many seconds. Against the
 * vendor's bandwidth the rest is mostly what no kernel reaches, so it stays the same factor. A time below its own bound leaves nothing.
 */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";

export type Remainder =
  | { readonly kind: "none" }
  | { readonly kind: "overhead"; readonly seconds: number }
  | { readonly kind: "factor"; readonly ratio: number };

/** `measuredSeconds` null = not measured. */
export function remainderOf(
  measuredSeconds: number | null,
  boundSeconds: number,
  ceiling: Roof["practicalBytesPerSecond"],
): Remainder {
  if (measuredSeconds === null || measuredSeconds <= boundSeconds) return { kind: "none" };
  return ceiling.kind === "measured"
    ? { kind: "overhead", seconds: measuredSeconds - boundSeconds }
    : { kind: "factor", ratio: measuredSeconds / boundSeconds };
}

export function withRemainder(boundSeconds: number, remainder: Remainder): number {
  switch (remainder.kind) {
    case "none":
      return boundSeconds;
    case "overhead":
      return boundSeconds + remainder.seconds;
    case "factor":
      return boundSeconds * remainder.ratio;
  }
}
