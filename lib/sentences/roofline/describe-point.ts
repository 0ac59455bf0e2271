/** Points and placements in the form of the response. */
import type { UtilisationProblem } from "@/lib/analysis/roofline/bounds/judge-utilisation";
import type { PhasePoints } from "@/lib/analysis/roofline/points/counter-points";
import type { CounterInput } from "@/lib/analysis/roofline/points/counter-sample";
import type { EnginePoints } from "@/lib/analysis/roofline/points/engine-points";
import type { RelativeError } from "@/lib/analysis/roofline/points/expected-error";
import type { HardwarePoints, HardwareSample } from "@/lib/analysis/roofline/points/hardware-points";
import type { OperatingPoint } from "@/lib/analysis/roofline/points/operating-point";
import type {
  EnginePointsResponse,
  HardwarePointsResponse,
  MissingInput,
  PhasePointsResponse,
  RooflinePoint,
} from "@/lib/contracts/roofline/roofline-point";
import { titleInSentence } from "@/lib/format/sentence";
import { gigabytesPart, percentPart, sentence, textPart, type MutableSentence } from "./sentence-parts";

/** Returns the expected error in the form of the response. */
export const describeUncertainty = ({ lowerByRatio, higherByRatio }: RelativeError) => ({
  lowerByRatio: lowerByRatio,
  higherByRatio: higherByRatio,
});

function describePoint(point: OperatingPoint): RooflinePoint {
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
    error: {
      flops: describeUncertainty(error.flops),
      bytes: describeUncertainty(error.bytes),
      time: describeUncertainty(error.time),
    },
    judgement: {
      kind: judgement.kind,
      warnings: judgement.kind === "possible" ? [] : judgement.problems.map(warningSentence),
    },
    mixedStep: point.mixed === null ? null : { ...point.mixed },
  };
}

function warningSentence(warning: UtilisationProblem): MutableSentence {
  switch (warning.kind) {
    case "does-not-fit":
      return sentence(
        textPart("These inputs require "),
        gigabytesPart(warning.neededBytes),
        textPart(" of memory, but only "),
        gigabytesPart(warning.usableBytes),
        textPart(" are available."),
      );
    case "bandwidth":
      return sentence(
        textPart("These inputs imply "),
        percentPart(warning.mbu),
        textPart(" of the memory bandwidth."),
      );
    case "arithmetic":
      return sentence(
        textPart("These inputs imply "),
        percentPart(warning.mfu),
        textPart(" of the dense peak."),
      );
  }
}

/** Returns which of the inputs have no value, with their reasons. */
export type ListMissingInputs = (inputs: readonly CounterInput[]) => MissingInput[];

const nothingRan = {
  decode: "Decode did not run.",
  prefill: "Prefill did not run.",
} as const;
const otherRole = {
  decode: "This pool runs prefill only.",
  prefill: "This pool runs decode only.",
} as const;

/** Converts the operating points of decode or prefill to the response, or the reason why there are none. */
export function describePhasePoints(
  phase: "decode" | "prefill",
  placement: PhasePoints,
  { listMissingInputs, seconds, replicas }: PlacementFacts,
): PhasePointsResponse {
  switch (placement.kind) {
    case "available": {
      const {
        work,
        stepSeconds,
        stepsPerSecond,
        busyRatio,
        promptTokens,
        batch,
        meanContext: context,
        phaseTimes,
      } = placement.meanStep;
      return {
        kind: "available",
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
          batchSource: phaseTimes?.batchSource ?? null,
          context:
            context === null
              ? null
              : { tokens: context.tokens, source: context.method, error: describeUncertainty(context.error) },
        },
      };
    }
    case "idle":
      return { kind: "idle", sentence: sentence(textPart(nothingRan[phase])) };
    case "mixed-only":
      return {
        kind: "mixed-only",
        sentence: sentence(textPart("Almost every decode step also computed a prompt.")),
      };
    case "other-role":
      return { kind: "other-role", sentence: sentence(textPart(otherRole[phase])) };
    case "cannot-tell": {
      const missing = listMissingInputs(placement.missingInputs);
      const names = missing.map(({ title }) => titleInSentence(title)).join(", ");
      return {
        kind: "cannot-tell",
        sentence: sentence(textPart(`These inputs are missing: ${names}.`)),
        missing,
      };
    }
  }
}

interface PlacementFacts {
  readonly listMissingInputs: ListMissingInputs;
  /** Seconds over which rates were computed. */
  readonly seconds: number;
  readonly replicas: number;
}

/** Converts the operating points from the engine's estimates to the response, or how to enable them. */
export function describeEnginePoints(
  placement: EnginePoints,
  howToEnable: string | undefined,
): EnginePointsResponse {
  if (placement.kind === "available")
    return {
      kind: "available",
      busy: placement.busy === null ? null : describePoint(placement.busy),
      average: describePoint(placement.average),
    };
  const reason =
    placement.kind === "not-counted"
      ? "The engine exposes FLOP and byte counters, but they do not increase."
      : "The engine does not expose FLOP and byte estimates.";
  return {
    kind: "none",
    sentence: sentence(textPart(reason)),
    ...(howToEnable === undefined ? {} : { howToEnable }),
  };
}

/** Converts the operating points from GPU counters to the response, or the missing counters. */
export function describeHardwarePoints(
  placement: HardwarePoints,
  {
    sample,
    missing,
    n,
  }: { readonly sample: HardwareSample; readonly missing: MissingInput[]; readonly n: number },
): HardwarePointsResponse {
  if (placement.kind === "not-exposed")
    return {
      kind: "none",
      sentence: sentence(
        textPart("No metric reports tensor-core and DRAM activity, so the points cannot be verified."),
      ),
      missing,
    };
  return {
    kind: "available",
    busy: placement.busy === null ? null : describePoint(placement.busy),
    average: describePoint(placement.average),
    dramActiveRatio: sample.dramActiveRatio ?? 0,
    tensorActiveRatio: sample.tensorActiveRatio ?? 0,
    dramToPracticalMaxRatio: placement.dramToPracticalMaxRatio,
    flopsMeaning: placement.flopsMeaning,
    clockRatio: placement.clockRatio,
    n,
  };
}
