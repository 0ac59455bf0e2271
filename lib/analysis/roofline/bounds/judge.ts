/**
 * Whether a rate can be true. MFU = FLOP/s of the model (no recomputation, causal) over the dense peak (PaLM, arXiv 2204.02311,
 * appendix B); MBU = bytes of weights and cache per second over the bandwidth (Databricks 2023). Above 1 either is impossible, which
 * is the same as lying above the roof; MBU above 0.95 and MFU above 0.85 were never seen and are suspicious. Then an input is wrong:
 * accelerator, count, precision, parameters.
 */
import type { MemoryFit } from "./fits";
import type { Ceilings } from "./roof";

export const suspiciousMbu = 0.95;
export const suspiciousMfu = 0.85;

export interface Rate {
  /** Of one accelerator. */
  readonly flopsPerSecond: number;
  readonly bytesPerSecond: number;
}

export interface Utilisation {
  readonly mfu: number;
  readonly mbu: number;
}

/** Against the vendor's dense ceilings, never the measured ones. */
export function utilisationOf(rate: Rate, roof: Ceilings): Utilisation {
  return {
    mfu: rate.flopsPerSecond / roof.flopsPerSecond,
    mbu: rate.bytesPerSecond / roof.bytesPerSecond,
  };
}

export type UtilisationProblem =
  | { readonly kind: "does-not-fit"; readonly neededBytes: number; readonly usableBytes: number }
  | { readonly kind: "bandwidth"; readonly mbu: number }
  | { readonly kind: "arithmetic"; readonly mfu: number };

export type UtilisationJudgement =
  | { readonly kind: "possible" }
  | { readonly kind: "suspicious"; readonly problems: readonly UtilisationProblem[] }
  | { readonly kind: "impossible"; readonly problems: readonly UtilisationProblem[] };

const possible: UtilisationJudgement = { kind: "possible" };

/** Those by which a rate is above what it may use. */
function doubts({ mfu, mbu }: Utilisation, limits: Utilisation): readonly UtilisationProblem[] {
  return [
    ...(mbu > limits.mbu ? [{ kind: "bandwidth", mbu } as const] : []),
    ...(mfu > limits.mfu ? [{ kind: "arithmetic", mfu } as const] : []),
  ];
}

export function judgeUtilisation(used: Utilisation, fit?: MemoryFit): UtilisationJudgement {
  const memoryProblems: readonly UtilisationProblem[] =
    fit?.kind === "does-not-fit"
      ? [{ kind: "does-not-fit", neededBytes: fit.neededBytes, usableBytes: fit.usableBytes }]
      : [];
  const impossible = [...memoryProblems, ...doubts(used, { mfu: 1, mbu: 1 })];
  if (impossible.length > 0) return { kind: "impossible", problems: impossible };
  const suspicious = doubts(used, { mfu: suspiciousMfu, mbu: suspiciousMbu });
  return suspicious.length > 0 ? { kind: "suspicious", problems: suspicious } : possible;
}
