/** Analysis of one period in the form of the response. */
import type { EngineSample } from "@/lib/analysis/roofline/points/engine-points";
import type { PoolRoofline } from "@/lib/analysis/roofline/points/analyse-pool";
import type { PoolSample } from "@/lib/analysis/roofline/points/pool-estimates";
import type { RooflinePeriodAnalysis } from "@/lib/contracts/roofline/roofline";
import type { MissingInput } from "@/lib/contracts/roofline/roofline-point";
import {
  describeEnginePoints,
  describeHardwarePoints,
  describePhasePoints,
  type ListMissingInputs,
} from "./describe-point";
import { decodeSentence, describeShares, prefillSentence, contradictionNote } from "./describe-shares";
import {
  describeAgreement,
  describeEngineAgreement,
  describeWrongInput,
  selectAndOrderSuspects,
} from "./describe-suspects";

/** Roofline analysis of one pool over one period, with the facts that its sentences need. */
export interface PeriodFacts {
  readonly roofline: PoolRoofline;
  readonly sample: PoolSample;
  readonly startMs: number;
  readonly endMs: number;
  /** Time that samples cover. */
  readonly coveredMs: number;
  readonly replicas: number;
  readonly listMissingInputs: ListMissingInputs;
  readonly listMissingHardwareInputs: (sample: PoolSample["hardware"]) => MissingInput[];
  /** Flag that makes the engine expose its estimate. */
  readonly howToEnableEngineEstimate: string | undefined;
  /** Configured number of accelerators. Null when unknown. */
  readonly configuredAccelerators: number | null;
  /** Number of accelerators that report activity. */
  readonly activeAccelerators: number;
}

/** Converts the roofline analysis of one period to the response, with sentences. */
export function describePeriod(facts: PeriodFacts): RooflinePeriodAnalysis {
  const { roofline, sample, startMs, endMs, coveredMs, replicas, listMissingInputs } = facts;
  const { decode, prefill, hardware, hardwareAgreement: agreement, decodeShares, prefillShares } = roofline;
  const about = { listMissingInputs, replicas, seconds: coveredMs / 1_000 };
  return {
    startMs,
    endMs,
    coveredMs,
    decode: describePhasePoints("decode", decode, about),
    prefill: describePhasePoints("prefill", prefill, about),
    engine: describeEnginePoints(
      roofline.engine,
      missingEstimateRemedy(sample.engine, facts.howToEnableEngineEstimate),
    ),
    hardware: describeHardwarePoints(hardware, {
      sample: sample.hardware,
      missing: facts.listMissingHardwareInputs(sample.hardware),
      n: facts.activeAccelerators,
    }),
    agreement:
      agreement === null || hardware.kind !== "available"
        ? null
        : describeAgreement(agreement, hardware.average, facts.configuredAccelerators),
    engineAgreement:
      roofline.engineAgreement === null ? null : describeEngineAgreement(roofline.engineAgreement),
    decodeShares:
      decodeShares === null || roofline.decodeFacts === null
        ? null
        : describeShares(decodeShares, [
            ...decodeSentence(roofline.decodeFacts, decodeShares, roofline.acceleratorName),
            ...contradictionNote(agreement),
          ]),
    prefillShares:
      prefillShares === null
        ? null
        : describeShares(prefillShares, [
            ...prefillSentence(prefillShares, prefill.kind === "available" && prefill.busy.mixed !== null),
            ...contradictionNote(agreement),
          ]),
    decodeFacts: describeFacts(roofline),
    wrongInputs: selectAndOrderSuspects(
      roofline.wrongInputs,
      ({ suspect }) => suspect,
      facts.configuredAccelerators,
    ).map(describeWrongInput),
  };
}

function describeFacts({ decodeFacts }: PoolRoofline): RooflinePeriodAnalysis["decodeFacts"] {
  if (decodeFacts === null) return null;
  const { breakEven, contextLimit } = decodeFacts;
  return {
    breakEvenBatch: breakEven.kind === "from" ? breakEven.batch : null,
    contextLimitTokens: contextLimit.kind === "above" ? contextLimit.tokens : null,
  };
}

function missingEstimateRemedy(
  { flopsPerSecond }: EngineSample,
  howToEnable: string | undefined,
): string | undefined {
  return flopsPerSecond === undefined || flopsPerSecond === 0 ? howToEnable : undefined;
}
