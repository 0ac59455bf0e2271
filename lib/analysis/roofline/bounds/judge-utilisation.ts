/**
 * Decides whether a rate is possible. MFU = FLOP/s of the model (no recomputation, causal) over the dense peak (PaLM,
 * arXiv 2204.02311, appendix B). MBU = bytes of weights and cache per second over the bandwidth (Databricks 2023). A
 * value above 1 is impossible and equals a point above the roof. MBU above 0.95 and MFU above 0.85 have never been
 * observed and are suspicious. For an impossible or suspicious value, an input is incorrect: the accelerator, their
 * number, the precision or the parameters.
 */
import type { MemoryFit } from "./memory-fit";
import type { Ceilings } from "./roof";

const suspiciousMbu = 0.95;
const suspiciousMfu = 0.85;

/** FLOPs and bytes per second of one accelerator. */
export interface WorkRate {
  /** Rate of one accelerator. */
  readonly flopsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** Achieved fraction of the vendor's dense peak (MFU) and of its memory bandwidth (MBU). */
export interface Utilisation {
  readonly mfu: number;
  readonly mbu: number;
}

/** Returns MFU and MBU relative to the vendor's dense ceilings, never relative to measured ceilings. */
export function computeUtilisation(rate: WorkRate, ceilings: Ceilings): Utilisation {
  return {
    mfu: rate.flopsPerSecond / ceilings.flopsPerSecond,
    mbu: rate.bytesPerSecond / ceilings.bytesPerSecond,
  };
}

/** A reason why a computed utilisation is impossible or suspicious. */
export type UtilisationProblem =
  | { readonly kind: "does-not-fit"; readonly neededBytes: number; readonly usableBytes: number }
  | { readonly kind: "bandwidth"; readonly mbu: number }
  | { readonly kind: "arithmetic"; readonly mfu: number };

/** Whether a computed utilisation is possible, suspicious or impossible. */
export type UtilisationJudgement =
  | { readonly kind: "possible" }
  | { readonly kind: "suspicious"; readonly problems: readonly UtilisationProblem[] }
  | { readonly kind: "impossible"; readonly problems: readonly UtilisationProblem[] };

const possible: UtilisationJudgement = { kind: "possible" };

/** Returns the utilisations that exceed their limit. */
function exceededLimits({ mfu, mbu }: Utilisation, limits: Utilisation): readonly UtilisationProblem[] {
  return [
    ...(mbu > limits.mbu ? [{ kind: "bandwidth", mbu } as const] : []),
    ...(mfu > limits.mfu ? [{ kind: "arithmetic", mfu } as const] : []),
  ];
}

/**
 * Judges whether MFU and MBU are plausible and, if `memoryFit` is given, whether the model fits into memory.
 */
export function judgeUtilisation(utilisation: Utilisation, memoryFit?: MemoryFit): UtilisationJudgement {
  const memoryProblems: readonly UtilisationProblem[] =
    memoryFit?.kind === "does-not-fit"
      ? [{ kind: "does-not-fit", neededBytes: memoryFit.neededBytes, usableBytes: memoryFit.usableBytes }]
      : [];
  const impossible = [...memoryProblems, ...exceededLimits(utilisation, { mfu: 1, mbu: 1 })];
  if (impossible.length > 0) return { kind: "impossible", problems: impossible };
  const suspicious = exceededLimits(utilisation, { mfu: suspiciousMfu, mbu: suspiciousMbu });
  return suspicious.length > 0 ? { kind: "suspicious", problems: suspicious } : possible;
}
