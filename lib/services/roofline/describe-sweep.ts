/** The batch sweep of a window: slices that do not overlap, the line through them, what a larger batch still buys and why. */
import type { Placement } from "@/lib/analysis/roofline/points/counter-points";
import type { CounterReading } from "@/lib/analysis/roofline/points/counter-reading";
import { decodeStepWork } from "@/lib/analysis/roofline/points/decode-step";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import type { StepShares } from "@/lib/analysis/roofline/points/step-shares";
import {
  batchCurve,
  doublingGainOf,
  efficiencyLeft,
  kneeBeyond,
  leastKnee,
} from "@/lib/analysis/roofline/sweep/batch-curve";
import { batchGroups, type BatchGroup, type SweepSlice } from "@/lib/analysis/roofline/sweep/batch-groups";
import { sweepLine, type SweepLine } from "@/lib/analysis/roofline/sweep/judge-line";
import { mostHeld, type Held } from "@/lib/analysis/roofline/sweep/most-held";
import { batchAdvice, plateauCause, type PlateauCause } from "@/lib/analysis/roofline/sweep/plateau-cause";
import { sweepSlice } from "@/lib/analysis/roofline/sweep/sweep-slice";
import { engineCacheOf } from "@/lib/analysis/roofline/what-if/engine-cache";
import type { RooflineSweep } from "@/lib/contracts/roofline-sweep";
import { adviceInWords } from "./describe-advice";
import { lineInWords, withoutLine, type LineFacts, type WithoutLine } from "./describe-line";
import { boundInWords, percent, sentence, text, type WireSentence } from "./words";

export interface SweepFacts {
  readonly setting: Setting;
  /** One for each slice, null where it is not covered; those of neighbours may overlap. */
  readonly readings: readonly (CounterReading | null)[];
  /** Every so manieth slice overlaps with no other. */
  readonly every: number;
  readonly sliceSeconds: number;
  /** Sequences that one step may have, as it is set; null where nobody says. */
  readonly maxBatch: number | null;
  readonly now: {
    readonly decode: Placement;
    readonly shares: StepShares | null;
    /** For one instance. */
    readonly waitingRequests: number | undefined;
    readonly kvUsageRatio: number | undefined;
    readonly counters: CounterReading;
  };
}

type Swept = Extract<RooflineSweep, { state: "swept" }>;

export function describeSweep(facts: SweepFacts): RooflineSweep {
  const slices: SweepSlice[] = [];
  const leftOut = { nothingDecoded: 0, mostlyPrefill: 0, notCovered: 0 };
  for (let index = facts.readings.length - 1; index >= 0; index -= facts.every) {
    const reading = facts.readings[index];
    if (reading === undefined) continue;
    if (reading === null) {
      leftOut.notCovered += 1;
      continue;
    }
    const slice = sweepSlice(reading, facts.setting, facts.sliceSeconds);
    if (slice.kind === "slice") slices.push(slice);
    else leftOut[slice.reason === "nothing-decoded" ? "nothingDecoded" : "mostlyPrefill"] += 1;
  }
  if (slices.length === 0)
    return {
      state: "none",
      sentence: sentence(text("No part of the window decoded without mostly computing prompts as well.")),
    };
  const line = lineOf(slices, facts);
  const here = hereOf(facts, line);
  return {
    state: "swept",
    groups: batchGroups(slices).map((group) => ({ ...group, point: pointOf(group, facts) })),
    fit: describeFit(line, facts),
    here,
    leftOut,
    sentence: sweepSentence(line, here, facts),
  };
}

type Line = ({ readonly kind: "line" } & LineFacts) | WithoutLine;

function lineOf(slices: readonly SweepSlice[], facts: SweepFacts): Line {
  const fit: SweepLine = sweepLine(slices);
  if (fit.kind === "cannot-fit") return fit;
  const curve = batchCurve(fit);
  const seenBatch = Math.max(...slices.map(({ batch }) => batch));
  const knee = curve.kneeBatch?.value ?? leastKnee(fit);
  const beyond = kneeBeyond(knee, { seenBatch, setBatch: facts.maxBatch, held: heldNow(facts) });
  // A line that is not followed to its knee is not followed to its end either.
  return beyond === null
    ? { kind: "line", fit, ...curve, beyond }
    : { kind: "line", fit, ceilingTokensPerSecond: null, kneeBatch: null, beyond };
}

function heldNow({ setting, now: { decode, counters } }: SweepFacts): Held | null {
  if (decode.kind !== "placed" || decode.basis.context === null) return null;
  const contextTokens = decode.basis.context.tokens;
  const engineCache = engineCacheOf(counters, { ...setting, contextTokens });
  return mostHeld(setting, { batch: decode.basis.batch, contextTokens, engineCache });
}

/** Of the work that a step of this batch has at the context of now. */
function pointOf({ batch, itlSeconds }: BatchGroup, { setting, now }: SweepFacts) {
  const context = now.decode.kind === "placed" ? now.decode.basis.context : null;
  if (context === null) return null;
  const work = decodeStepWork(setting, { batch, contextTokens: context.tokens });
  return {
    intensityFlopPerByte: work.flops / work.bytes,
    flopsPerSecond: work.flops / itlSeconds,
  };
}

const hasExperts = ({ setting }: SweepFacts): boolean => setting.served.shape.experts !== undefined;

function describeFit(line: Line, facts: SweepFacts): Swept["fit"] {
  if (line.kind === "cannot-fit")
    return { kind: line.kind, reason: line.reason, sentence: withoutLine(line, hasExperts(facts)) };
  const { baseSeconds, perSequenceSeconds, largestErrorRatio, n } = line.fit;
  const { kneeBatch, ceilingTokensPerSecond, beyond } = line;
  const estimates = { baseSeconds, perSequenceSeconds, kneeBatch, ceilingTokensPerSecond };
  return { kind: "fit", ...estimates, largestErrorRatio, n, kneeBeyond: beyond };
}

/** Steps of different times at one batch: what is advised now would rest on a mixture. */
const isMixture = (line: Line): boolean =>
  line.kind === "cannot-fit" && (line.reason === "same-batch-differs" || line.reason === "off-the-line");

function hereOf({ now }: SweepFacts, line: Line): Swept["here"] {
  if (now.decode.kind !== "placed" || now.shares === null) return null;
  const { batch, work } = now.decode.basis;
  const cause = plateauCause(work, now.shares, now.shares.reached);
  const fit = line.kind === "line" ? line.fit : null;
  const gain = fit === null ? null : doublingGainOf(fit, batch);
  const isKnown = now.waitingRequests !== undefined && now.kvUsageRatio !== undefined && !isMixture(line);
  const advice = isKnown
    ? batchAdvice(cause, { waitingRequests: now.waitingRequests ?? 0, kvUsageRatio: now.kvUsageRatio ?? 0 })
    : null;
  return {
    batch,
    efficiencyLeftRatio:
      fit === null || line.kind !== "line" || line.ceilingTokensPerSecond === null
        ? null
        : efficiencyLeft(fit, batch),
    doublingGainRatio: gain?.value ?? null,
    doublingGainRange: gain === null ? null : { lower: gain.lower, upper: gain.upper },
    cause: {
      kind: cause.kind,
      kvRatio: "kvRatio" in cause ? cause.kvRatio : null,
      sentence: causeInWords(cause, now.shares),
    },
    advice:
      advice === null
        ? null
        : {
            kind: advice.kind,
            reasons: advice.kind === "not-worth" ? [...advice.reasons] : [],
            sentence: adviceInWords(advice, gain?.value ?? null),
          },
  };
}

function causeInWords(cause: PlateauCause, shares: StepShares): WireSentence {
  const { mbu, mfu } = shares;
  if ((cause.kind === "overhead" || cause.kind === "communication") && shares.nearTo !== null)
    return sentence(
      text(`Decode is ${boundInWords(shares)} (MBU `),
      percent(mbu),
      text(", MFU "),
      percent(mfu),
      text(")."),
    );
  switch (cause.kind) {
    case "kv-reads":
      return sentence(
        text("Cache reads are "),
        percent(cause.kvRatio),
        text(" of the bytes at MBU "),
        percent(mbu),
        text(": each further sequence brings its own."),
      );
    case "weight-reads":
      return sentence(
        text("Weight reads are "),
        percent(1 - cause.kvRatio),
        text(" of the bytes at MBU "),
        percent(mbu),
        text(": a larger batch shares them."),
      );
    case "compute":
      return sentence(text("Arithmetic sets the pace at MFU "), percent(mfu), text("."));
    case "communication":
      return sentence(text("Communication between accelerators sets the pace."));
    case "overhead":
      return sentence(
        text("Neither memory (MBU "),
        percent(mbu),
        text(") nor arithmetic (MFU "),
        percent(mfu),
        text(") sets the pace: launches, sampling and the CPU do."),
      );
    case "mixed":
      return sentence(text("Memory and arithmetic set the pace alike, MBU "), percent(mbu), text("."));
  }
}

function sweepSentence(line: Line, here: Swept["here"], facts: SweepFacts): WireSentence {
  if (line.kind === "cannot-fit") return withoutLine(line, hasExperts(facts));
  const isTold = line.kneeBatch !== null && here !== null;
  return sentence(...lineInWords(line), ...(isTold ? [text(" "), ...here.cause.sentence] : []));
}
