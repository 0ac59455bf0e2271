/** Everything of one stretch of time as the door tells it. */
import type { EngineReading } from "@/lib/analysis/roofline/points/engine-points";
import type { PlacedPool, PoolReading } from "@/lib/analysis/roofline/points/place-pool";
import type { RooflineStretch } from "@/lib/contracts/roofline";
import type { MissingInput } from "@/lib/contracts/roofline-point";
import { describeEngine, describeHardware, describePlacement, type MissingOf } from "./describe-point";
import { decodeSentence, describeShares, prefillSentence } from "./describe-shares";
import { describeAgreement, describeEngineAgreement, describeWrongInput } from "./describe-suspects";

export interface StretchFacts {
  readonly placed: PlacedPool;
  readonly reading: PoolReading;
  readonly startMs: number;
  readonly endMs: number;
  readonly replicas: number;
  readonly missingOf: MissingOf;
  readonly missingHardware: (reading: PoolReading["hardware"]) => MissingInput[];
  /** What would make the engine tell its own estimate. */
  readonly engineFlag: string | undefined;
  /** Accelerators that tell their activity. */
  readonly deviceCount: number;
}

export function describeStretch(facts: StretchFacts): RooflineStretch {
  const { placed, reading, startMs, endMs, replicas, missingOf } = facts;
  const { decode, prefill, hardware, agreement, decodeShares, prefillShares } = placed;
  const about = { missingOf, replicas, seconds: (endMs - startMs) / 1_000 };
  return {
    startMs,
    endMs,
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
        : describeAgreement(agreement, hardware.average),
    engineAgreement: placed.engineAgreement === null ? null : describeEngineAgreement(placed.engineAgreement),
    decodeShares:
      decodeShares === null || placed.decodeFacts === null
        ? null
        : describeShares(decodeShares, decodeSentence(placed.decodeFacts)),
    prefillShares:
      prefillShares === null
        ? null
        : describeShares(
            prefillShares,
            prefillSentence(prefillShares, prefill.kind === "placed" && prefill.busy.mixed !== null),
          ),
    decodeFacts: describeFacts(placed),
    wrongInputs: placed.wrongInputs.map(describeWrongInput),
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
