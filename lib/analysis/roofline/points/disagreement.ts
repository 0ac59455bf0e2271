/**
 * Whether the accelerator's counters and the token counters tell the same story, and who is suspected where not. Compared are bytes a
 * second over the whole window, and FLOP/s where tiles are full; beyond the expected error of both, added in quadrature, they disagree.
 */
import { rangeOf, together, type Spread } from "./expected-error";
import type { HardwarePlacement } from "./hardware-points";
import type { OperatingPoint } from "./operating-point";
import type { Hypothesis, Suspect } from "./suspects";

export interface Comparison {
  /** Hardware over counters. */
  readonly ratio: number;
  /** Share by which they may differ. */
  readonly expected: Spread;
  readonly agrees: boolean;
}

export type Agreement =
  | { readonly kind: "agree"; readonly bytes: Comparison; readonly flops: Comparison | null }
  | {
      readonly kind: "disagree";
      readonly bytes: Comparison;
      readonly flops: Comparison | null;
      /** Likeliest first; never empty. */
      readonly suspects: readonly Suspect[];
    };

type Placed = Extract<HardwarePlacement, { readonly kind: "placed" }>;

/** Work of all phases over the window: rates on average add up. */
export interface Counted {
  readonly averages: readonly OperatingPoint[];
  /** Of the time in which anything ran: a bus cannot be busy while nothing does. */
  readonly dramWhileBusyRatio: number;
}

export function agreementOf(
  hardware: Placed,
  counted: Counted,
  explanations: readonly Hypothesis[],
): Agreement {
  const { averages } = counted;
  const sum = (value: (point: OperatingPoint) => number): number =>
    averages.reduce((total, point) => total + value(point), 0);
  const widest = (of: (point: OperatingPoint) => Spread): Spread => ({
    below: Math.max(0, ...averages.map((point) => of(point).below)),
    above: Math.max(0, ...averages.map((point) => of(point).above)),
  });
  const bytes = compare(
    hardware.average.bytesPerSecond / sum((point) => point.bytesPerSecond),
    together(
      hardware.average.error.bytes,
      widest((point) => point.error.bytes),
    ),
  );
  const flops =
    hardware.flopsMeaning === "usable"
      ? compare(
          hardware.average.flopsPerSecond / sum((point) => point.flopsPerSecond),
          together(
            hardware.average.error.flops,
            widest((point) => point.error.flops),
          ),
        )
      : null;
  if (bytes.agrees && (flops?.agrees ?? true)) return { kind: "agree", bytes, flops };
  const suspects = ranked({ bytes, flops }, counted, explanations);
  return { kind: "disagree", bytes, flops, suspects };
}

function compare(ratio: number, expected: Spread): Comparison {
  const { lower, upper } = rangeOf(1, expected);
  return { ratio, expected, agrees: ratio >= lower && ratio <= upper };
}

/** How far off a hypothesis may be and still explain what is seen. */
const tolerance = Math.log(1.25);
/** The bus is busy for most of the time when it is what most steps wait for; prompts wait for arithmetic. */
const busyBus = 0.5;

function ranked(
  { bytes, flops }: { readonly bytes: Comparison; readonly flops: Comparison | null },
  { dramWhileBusyRatio }: Counted,
  explanations: readonly Hypothesis[],
): readonly Suspect[] {
  const away = ({ bytesFactor, flopsFactor }: Hypothesis): number =>
    Math.max(
      Math.abs(Math.log(bytes.ratio / bytesFactor)),
      flops === null ? 0 : Math.abs(Math.log(flops.ratio / flopsFactor)),
    );
  const explaining = explanations
    .map((one) => ({ suspect: one.suspect, away: away(one) }))
    .filter((one) => one.away <= tolerance)
    .toSorted((a, b) => a.away - b.away)
    .map(({ suspect }) => suspect);
  // A device that is not the one chosen is a fact, not a guess.
  const devices = explaining.filter(({ kind }) => kind === "accelerator");
  const others = explaining.filter(({ kind }) => kind !== "accelerator");
  return [...devices, ...unmeasured(bytes, dramWhileBusyRatio), ...others, { kind: "architecture" }];
}

/** What could be off by any factor. */
function unmeasured({ ratio, agrees }: Comparison, dramWhileBusyRatio: number): readonly Suspect[] {
  if (agrees) return [];
  if (ratio < 1) return [{ kind: "shared-reads" }];
  return dramWhileBusyRatio >= busyBus
    ? [{ kind: "slow-memory" }, { kind: "other-work" }]
    : [{ kind: "other-work" }];
}
