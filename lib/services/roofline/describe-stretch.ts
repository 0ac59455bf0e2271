/** Everything of one stretch of time as the door tells it. */
import type { EngineReading } from "@/lib/analysis/roofline/points/engine-points";
import type { PlacedPool } from "@/lib/analysis/roofline/points/place-pool";
import type { PoolReading } from "@/lib/analysis/roofline/points/place-ways";
import type { RooflineStretch } from "@/lib/contracts/roofline";
import type { MissingInput } from "@/lib/contracts/roofline-point";
import { describeEngine, describeHardware, describePlacement, type MissingOf } from "./describe-point";
import { decodeSentence, describeShares, prefillSentence, whatItRestsOn } from "./describe-shares";
import { describeAgreement, describeEngineAgreement, describeWrongInput, inOrder } from "./describe-suspects";

export interface StretchFacts {
  readonly placed: PlacedPool;
  readonly reading: PoolReading;
  readonly startMs: number;
  readonly endMs: number;
  /** Of that, what samples cover. */
  readonly coveredMs: number;
  readonly replicas: number;
  readonly missingOf: MissingOf;
  readonly missingHardware: (reading: PoolReading["hardware"]) => MissingInput[];
  /** What would make the engine tell its own estimate. */
  readonly engineFlag: string | undefined;
  /** Accelerators as they are set; null where nothing says. */
  readonly saidCount: number | null;
  /** Accelerators that tell their activity. */
  readonly deviceCount: number;
}

export function describeStretch(facts: StretchFacts): RooflineStretch {
  const { placed, reading, startMs, endMs, coveredMs, replicas, missingOf } = facts;
  const { decode, prefill, hardware, agreement, decodeShares, prefillShares } = placed;
  const about = { missingOf, replicas, seconds: coveredMs / 1_000 };
  return {
    startMs,
    endMs,
    coveredMs,
    decode: describePlacement("decode", decode, about),
    prefill: describePlacement("prefill", prefill, about),
    engine: describeEngine(placed.engine, flagOf(reading.engine, facts.engineFlag)),
    hardware: describeHardware(hardware, {
      reading: reading.hardware,
      missing: facts.missingHardware(reading.hardware),
      n: facts.deviceCount,
    }),
    agreement:
      agreement === null || hardware.kind !== "placed"
        ? null
        : describeAgreement(agreement, hardware.average, facts.saidCount),
    engineAgreement: placed.engineAgreement === null ? null : describeEngineAgreement(placed.engineAgreement),
    decodeShares:
      decodeShares === null || placed.decodeFacts === null
        ? null
        : describeShares(decodeShares, [
            ...decodeSentence(placed.decodeFacts, decodeShares),
            ...whatItRestsOn(agreement),
          ]),
    prefillShares:
      prefillShares === null
        ? null
        : describeShares(prefillShares, [
            ...prefillSentence(prefillShares, prefill.kind === "placed" && prefill.busy.mixed !== null),
            ...whatItRestsOn(agreement),
          ]),
    decodeFacts: describeFacts(placed),
    wrongInputs: inOrder(placed.wrongInputs, ({ suspect }) => suspect, facts.saidCount).map(
      describeWrongInput,
    ),
  };
}

function describeFacts({ decodeFacts }: PlacedPool): RooflineStretch["decodeFacts"] {
  if (decodeFacts === null) return null;
  const { breakEven, contextLimit } = decodeFacts;
  return {
    breakEvenBatch: breakEven.kind === "from" ? breakEven.batch : null,
    contextLimitTokens: contextLimit.kind === "above" ? contextLimit.tokens : null,
  };
}

function flagOf({ flopsPerSecond }: EngineReading, flag: string | undefined): string | undefined {
  return flopsPerSecond === undefined || flopsPerSecond === 0 ? flag : undefined;
}
