/** Points and placements as the door tells them. */
import type { Doubt } from "@/lib/analysis/roofline/bounds/judge";
import type { Placement } from "@/lib/analysis/roofline/points/counter-points";
import type { CounterInput } from "@/lib/analysis/roofline/points/counter-reading";
import type { EnginePlacement } from "@/lib/analysis/roofline/points/engine-points";
import type { Spread } from "@/lib/analysis/roofline/points/expected-error";
import type { HardwarePlacement, HardwareReading } from "@/lib/analysis/roofline/points/hardware-points";
import type { OperatingPoint } from "@/lib/analysis/roofline/points/operating-point";
import type {
  EnginePlacementAnswer,
  HardwarePlacementAnswer,
  MissingInput,
  RooflinePlacement,
  RooflinePoint,
} from "@/lib/contracts/roofline-point";
import { bytes, midSentence, percent, sentence, text, type WireSentence } from "./words";

export const spreadOf = ({ below, above }: Spread) => ({ belowRatio: below, aboveRatio: above });

export function describePoint(point: OperatingPoint): RooflinePoint {
  const { judgement, error } = point;
  return {
    method: point.method,
    phase: point.phase,
    time: point.time,
    flopsPerSecond: point.flopsPerSecond,
    flopsPerSecondRange: point.flopsRange,
    bytesPerSecond: point.bytesPerSecond,
    intensityFlopPerByte: point.intensityFlopPerByte,
    intensityFlopPerByteRange: point.intensityRange,
    mfuRatio: point.mfu,
    mbuRatio: point.mbu,
    error: { flops: spreadOf(error.flops), bytes: spreadOf(error.bytes), time: spreadOf(error.time) },
    judgement: {
      kind: judgement.kind,
      doubts: judgement.kind === "possible" ? [] : judgement.doubts.map(doubtInWords),
    },
    mixed: point.mixed === null ? null : { ...point.mixed },
  };
}

function doubtInWords(doubt: Doubt): WireSentence {
  switch (doubt.kind) {
    case "does-not-fit":
      return sentence(
        text("It needs "),
        bytes(doubt.neededBytes),
        text(" of memory, and "),
        bytes(doubt.usableBytes),
        text(" are there."),
      );
    case "bandwidth":
      return sentence(text("It would use "), percent(doubt.mbu), text(" of the memory bandwidth."));
    case "arithmetic":
      return sentence(text("It would use "), percent(doubt.mfu), text(" of the dense peak."));
  }
}

/** What was asked for and is not there, by input. */
export type MissingOf = (inputs: readonly CounterInput[]) => MissingInput[];

const nothingRan = {
  decode: "Nothing was decoded.",
  prefill: "No prompt was computed.",
} as const;
const notHere = {
  decode: "This pool only computes prompts.",
  prefill: "This pool only decodes.",
} as const;

export function describePlacement(
  phase: "decode" | "prefill",
  placement: Placement,
  { missingOf, seconds, replicas }: PlacementFacts,
): RooflinePlacement {
  switch (placement.kind) {
    case "placed": {
      const { work, stepSeconds, stepsPerSecond, busyRatio, promptTokens, batch, context, times } =
        placement.basis;
      return {
        kind: "placed",
        busy: describePoint(placement.busy),
        average: describePoint(placement.average),
        step: {
          stepSeconds,
          stepsPerSecond,
          n: Math.round(stepsPerSecond * seconds * replicas),
          busyRatio,
          flops: work.flops,
          bytes: work.bytes,
          weightBytes: work.weightBytes,
          kvBytes: work.kvBytes,
          promptTokens,
          batch,
          batchFrom: times?.batchFrom ?? null,
          context:
            context === null
              ? null
              : { tokens: context.tokens, from: context.from, error: spreadOf(context.error) },
        },
      };
    }
    case "idle":
      return { kind: "idle", sentence: sentence(text(nothingRan[phase])) };
    case "only-mixed":
      return {
        kind: "only-mixed",
        sentence: sentence(text("Hardly a step decoded without computing prompts as well.")),
      };
    case "not-here":
      return { kind: "not-here", sentence: sentence(text(notHere[phase])) };
    case "cannot-tell": {
      const missing = missingOf(placement.missing);
      const names = missing.map(({ title }) => midSentence(title)).join(", ");
      return {
        kind: "cannot-tell",
        sentence: sentence(text(`What would place it is missing: ${names}.`)),
        missing,
      };
    }
  }
}

interface PlacementFacts {
  readonly missingOf: MissingOf;
  /** Over which the rates were taken. */
  readonly seconds: number;
  readonly replicas: number;
}

export function describeEngine(placement: EnginePlacement, flag: string | undefined): EnginePlacementAnswer {
  if (placement.kind === "placed")
    return {
      kind: "placed",
      busy: placement.busy === null ? null : describePoint(placement.busy),
      average: describePoint(placement.average),
    };
  const words =
    placement.kind === "not-counted"
      ? "The engine has counters of its FLOPs and bytes and does not count."
      : "The engine does not tell its own estimate of FLOPs and bytes.";
  return { kind: "none", sentence: sentence(text(words)), ...(flag === undefined ? {} : { flag }) };
}

export function describeHardware(
  placement: HardwarePlacement,
  {
    reading,
    missing,
    n,
  }: { readonly reading: HardwareReading; readonly missing: MissingInput[]; readonly n: number },
): HardwarePlacementAnswer {
  if (placement.kind === "not-exposed")
    return {
      kind: "none",
      sentence: sentence(
        text("Nothing tells how busy tensor cores and memory are, so the points have no independent check."),
      ),
      missing,
    };
  return {
    kind: "placed",
    busy: placement.busy === null ? null : describePoint(placement.busy),
    average: describePoint(placement.average),
    dramActiveRatio: reading.dramActiveRatio ?? 0,
    tensorActiveRatio: reading.tensorActiveRatio ?? 0,
    dramOfPracticalRatio: placement.dramOfPracticalRatio,
    flopsMeaning: placement.flopsMeaning,
    clockRatio: placement.clockRatio,
    n,
  };
}
