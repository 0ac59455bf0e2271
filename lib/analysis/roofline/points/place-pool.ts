/**
 * Everything that can be said of one pool over one window: its points in up to three ways, whether the independent one agrees, where a
 * step's time goes, what a sentence needs, and who is suspected when the numbers cannot be true.
 */
import { roofOf, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import { decoding, prefilling, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { communicationOf, communicationTime } from "@/lib/analysis/roofline/step-work/communication";
import type { Accelerator } from "@/lib/model/accelerator";
import { counterPoints, type Placement } from "./counter-points";
import type { CounterReading } from "./counter-reading";
import { agreementOf, type Agreement } from "./disagreement";
import { engineAgreement, type EngineComparison } from "./engine-agreement";
import { enginePoints, type EnginePlacement, type EngineReading } from "./engine-points";
import { hardwarePoints, type HardwarePlacement, type HardwareReading } from "./hardware-points";
import { linkOf, type Setting } from "./setting";
import { decodeFacts, type DecodeFacts } from "./step-facts";
import { stepShares, type StepShares } from "./step-shares";
import { hypotheses } from "./suspects";
import { wrongInputs, type WrongInput } from "./wrong-inputs";

export interface PoolReading {
  readonly counters: CounterReading;
  readonly engine: EngineReading;
  readonly hardware: HardwareReading;
  /** What the exporter's device name stands for; empty where none is joined. */
  readonly devices: readonly Accelerator[];
}

export interface PlacedPool {
  readonly roof: Roof;
  readonly decode: Placement;
  readonly prefill: Placement;
  readonly engine: EnginePlacement;
  readonly hardware: HardwarePlacement;
  /** Of the accelerator's counters with the token counters; null where there is nothing to compare. */
  readonly agreement: Agreement | null;
  /** Of the engine's estimates with them. */
  readonly engineAgreement: EngineComparison | null;
  readonly decodeShares: StepShares | null;
  readonly prefillShares: StepShares | null;
  readonly decodeFacts: DecodeFacts | null;
  /** Likeliest first; empty unless a point is impossible or suspicious. */
  readonly wrongInputs: readonly WrongInput[];
}

type Placed = Extract<Placement, { readonly kind: "placed" }>;

const placedOnly = (placement: Placement): readonly Placed[] =>
  placement.kind === "placed" ? [placement] : [];

/** Null where the accelerator has no peak that could serve the model's precision. */
export function placePool(setting: Setting, reading: PoolReading): PlacedPool | null {
  const roof = roofOf(setting.accelerator, setting.served.plan.compute);
  if (roof === null) return null;
  const { decode, prefill } = counterPoints(reading.counters, setting, roof);
  const [decoded] = placedOnly(decode);
  const [prefilled] = placedOnly(prefill);
  const placed = [...placedOnly(decode), ...placedOnly(prefill)];
  const hardware = hardwarePoints(
    reading.hardware,
    { accelerator: setting.accelerator, roof },
    { batch: decoded?.basis.batch, prefillRatio: prefilled?.basis.busyRatio },
  );
  const engine = enginePoints({ ...reading.engine, ...ratios(reading, placed) }, roof);
  const decodeShares = decoded === undefined ? null : sharesOf(setting, roof, decoded);
  return {
    roof,
    decode,
    prefill,
    engine,
    hardware,
    agreement: agreement({ setting, roof, reading }, hardware, placed),
    engineAgreement:
      engine.kind === "placed"
        ? engineAgreement(
            engine.average,
            placed.map(({ average }) => average),
          )
        : null,
    decodeShares,
    prefillShares: prefilled === undefined ? null : sharesOf(setting, roof, prefilled),
    decodeFacts:
      decoded === undefined || decodeShares === null
        ? null
        : factsOf(setting, decoded, { roof, decodeShares }),
    wrongInputs: placed
      .filter(({ busy }) => busy.judgement.kind !== "possible")
      .slice(0, 1)
      .flatMap(({ busy, basis }) =>
        wrongInputs(busy, setting, { work: basis.work, devices: reading.devices }),
      ),
  };
}

/** Share of time in steps, and of the FLOPs in prompts, where the engine's reading does not tell them. */
function ratios({ engine, hardware }: PoolReading, placed: readonly Placed[]): Partial<EngineReading> {
  const total = placed.reduce((sum, { average }) => sum + average.flopsPerSecond, 0);
  const prefill = placed.find(({ busy }) => busy.phase === "prefill")?.average.flopsPerSecond ?? 0;
  return {
    busyRatio: engine.busyRatio ?? hardware.engineActiveRatio,
    prefillFlopsRatio: engine.prefillFlopsRatio ?? (total > 0 ? prefill / total : undefined),
  };
}

function agreement(
  {
    setting,
    roof,
    reading,
  }: { readonly setting: Setting; readonly roof: Roof; readonly reading: PoolReading },
  hardware: HardwarePlacement,
  placed: readonly Placed[],
): Agreement | null {
  const [largest] = placed.toSorted((a, b) => b.average.bytesPerSecond - a.average.bytesPerSecond);
  const { dramActiveRatio, engineActiveRatio } = reading.hardware;
  const inSteps = placed.reduce((sum, { basis }) => sum + basis.busyRatio, 0);
  const busyRatio = Math.min(1, engineActiveRatio ?? inSteps);
  if (hardware.kind !== "placed" || largest === undefined || dramActiveRatio === undefined) return null;
  return agreementOf(
    hardware,
    {
      averages: placed.map(({ average }) => average),
      dramWhileBusyRatio: busyRatio > 0 ? Math.min(1, dramActiveRatio / busyRatio) : dramActiveRatio,
    },
    hypotheses(setting, { roof, work: largest.basis.work, devices: reading.devices }),
  );
}

function sharesOf(setting: Setting, roof: Roof, { basis, busy }: Placed): StepShares {
  const step: Batch =
    busy.mixed === null
      ? [
          busy.phase === "decode"
            ? decoding(basis.batch, basis.context?.tokens ?? 1)
            : prefilling(basis.promptTokens),
        ]
      : [decoding(basis.batch, basis.context?.tokens ?? 1), prefilling(busy.mixed.prefillTokens)];
  const communication = communicationTime(
    communicationOf(setting.served.shape, step, setting.parallel),
    linkOf(setting.accelerator),
  );
  return stepShares(
    basis.work,
    { stepSeconds: basis.stepSeconds, communicationSeconds: communication.seconds },
    roof,
  );
}

function factsOf(
  { served }: Setting,
  { basis }: Placed,
  { roof, decodeShares }: { readonly roof: Roof; readonly decodeShares: StepShares },
): DecodeFacts {
  return decodeFacts(served, decodeShares, {
    roof,
    batch: basis.batch,
    contextTokens: basis.context?.tokens ?? 1,
    bytesPerStep: basis.work.bytes,
    weightBytesPerStep: basis.work.weightBytes,
    kvBytesPerStep: basis.work.kvBytes,
  });
}
