/** Sample data of the roofline page: Llama 3.1 8B on one H100, decode memory-bound and prefill compute-bound. */
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findRoof, listRoofs } from "@/lib/analysis/roofline/bounds/roof";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import type {
  RooflinePool,
  RooflinePageData,
  RooflinePeriodAnalysis,
  RooflineTrail,
} from "@/lib/contracts/roofline/roofline";
import type {
  PhasePointsResponse,
  RooflinePoint,
  RooflineStep,
  StepSharesResponse,
} from "@/lib/contracts/roofline/roofline-point";
import type { Sentence } from "@/lib/model/sentence";
import { bf16Formats } from "@/lib/model/roofline/precision";

export const sampleNowMs = Date.UTC(2026, 10, 19, 15, 42);
const hourMs = 3_600_000;

const sentenceOf = (text: string): Sentence & [] => [{ kind: "text", text }] as unknown as Sentence & [];

export function samplePoint(part: Partial<RooflinePoint> = {}): RooflinePoint {
  const flops = part.flopsPerSecond ?? 83.6e12;
  const intensity = part.intensityFlopPerByte ?? 31.8;
  return {
    method: "counters",
    phase: "decode",
    time: "busy",
    flopsPerSecond: flops,
    flopsPerSecondRange: { lower: flops * 0.93, upper: flops * 1.07 },
    bytesPerSecond: flops / intensity,
    intensityFlopPerByte: intensity,
    intensityFlopPerByteRange: { lower: intensity * 0.91, upper: intensity * 1.09 },
    mfuRatio: flops / 989.4e12,
    mbuRatio: flops / intensity / 3.35e12,
    error: {
      flops: { lowerByRatio: 0.05, higherByRatio: 0.05 },
      bytes: { lowerByRatio: 0.08, higherByRatio: 0.12 },
      time: { lowerByRatio: 0.02, higherByRatio: 0.02 },
    },
    judgement: { kind: "possible", warnings: [] },
    mixedStep: null,
    ...part,
  };
}

const decodeStep: RooflineStep = {
  stepSeconds: 0.0078,
  stepsPerSecond: 128,
  n: 31_920,
  busyRatio: 0.83,
  flops: 652e9,
  bytes: 20.5e9,
  weightBytes: 15e9,
  kvBytes: 5.5e9,
  promptTokens: 0,
  batch: 42,
  batchSource: "steps",
  context: { tokens: 1_000, source: "kv-cache", error: { lowerByRatio: 0.09, higherByRatio: 0.09 } },
};

const placementOf = (point: RooflinePoint, step: RooflineStep): PhasePointsResponse => ({
  kind: "available",
  busy: point,
  average: {
    ...point,
    time: "average",
    flopsPerSecond: point.flopsPerSecond * step.busyRatio,
    bytesPerSecond: point.bytesPerSecond * step.busyRatio,
    mfuRatio: point.mfuRatio * step.busyRatio,
    mbuRatio: point.mbuRatio * step.busyRatio,
  },
  step,
});

const prefillPoint = samplePoint({ phase: "prefill", flopsPerSecond: 514e12, intensityFlopPerByte: 1_943 });

const sampleShares: StepSharesResponse = {
  stepSeconds: 0.0078,
  memorySeconds: 0.00695,
  weightSeconds: 0.00509,
  kvSeconds: 0.00187,
  computeSeconds: 0.00066,
  communicationSeconds: 0,
  otherSeconds: 0.00085,
  overlapped: "compute",
  impossibleSeconds: 0,
  boundBy: "memory",
  mfuRatio: 0.08,
  mbuRatio: 0.79,
  bandwidthUseRatio: 0.89,
  bandwidthKind: "measured",
  sentence: sentenceOf(
    "Decode reads 20.5 GB per step at 89 % of the measured bandwidth and is memory-bound.",
  ),
};

export function samplePeriod(part: Partial<RooflinePeriodAnalysis> = {}): RooflinePeriodAnalysis {
  return {
    startMs: sampleNowMs - 300_000,
    endMs: sampleNowMs,
    decode: placementOf(samplePoint(), decodeStep),
    prefill: placementOf(prefillPoint, {
      ...decodeStep,
      stepSeconds: 0.06,
      busyRatio: 0.11,
      n: 900,
      batch: 0,
      context: null,
    }),
    engine: {
      kind: "none",
      sentence: sentenceOf("This engine does not report its estimates."),
      howToEnable: "Start vLLM with --enable-mfu-metrics.",
    },
    hardware: {
      kind: "available",
      busy: null,
      average: samplePoint({
        method: "hardware",
        phase: "all",
        time: "average",
        flopsPerSecond: 120e12,
        intensityFlopPerByte: 48,
      }),
      dramActiveRatio: 0.76,
      tensorActiveRatio: 0.12,
      dramToPracticalMaxRatio: 0.95,
      flopsMeaning: "usable",
      clockRatio: 1,
      n: 1,
    },
    agreement: {
      agrees: true,
      bytes: { ratio: 0.97, expected: { lowerByRatio: 0.1, higherByRatio: 0.1 }, agrees: true },
      flops: null,
      sentence: sentenceOf(
        "DRAM counters report 2.55 TB/s, and the inputs imply 2.63 TB/s. They differ by 3 %, and up to 10 % is expected.",
      ),
      suspects: [],
    },
    engineAgreement: null,
    decodeShares: sampleShares,
    prefillShares: null,
    decodeFacts: { breakEvenBatch: null, contextLimitTokens: 393 },
    wrongInputs: [],
    ...part,
  };
}

/** Returns a trail that starts 60 minutes ago and rises along the slope. */
function sampleTrail(count: number, from: { x: number; y: number }): RooflineTrail {
  const index = Array.from({ length: count }, (_, at) => at);
  const wobble = (at: number): number => 1 + 0.05 * Math.sin(at * 1.7);
  return {
    atMs: index.map((at) => sampleNowMs - hourMs + (at * hourMs) / count),
    intensityFlopPerByte: index.map((at) => from.x * (0.45 + (0.55 * at) / count) * wobble(at)),
    flopsPerSecond: index.map((at) => from.y * (0.45 + (0.55 * at) / count) * wobble(at + 1)),
    isMixed: index.map((at) => at % 9 === 0),
  };
}

export function samplePool(part: Partial<RooflinePool> = {}): RooflinePool {
  return {
    role: "both",
    instanceCount: 1,
    headline: [
      { kind: "text", text: "Decode is memory-bound:", emphasis: true },
      { kind: "text", text: " each step reads " },
      { kind: "number", value: 20.5e9, unit: "bytes", displayUnit: "GB" },
      { kind: "text", text: " in " },
      { kind: "number", value: 0.0078, unit: "seconds", displayUnit: "ms" },
      { kind: "text", text: "." },
    ],
    detail: sentenceOf("No batch size makes decode compute-bound while contexts are longer than 393 tokens."),
    now: samplePeriod(),
    fullWindow: samplePeriod({ startMs: sampleNowMs - hourMs }),
    trail: {
      stepMs: 30_000,
      intervalMs: 60_000,
      intervalCount: 120,
      decode: sampleTrail(100, { x: 31.8, y: 83.6e12 }),
      prefill: sampleTrail(40, { x: 1_943, y: 514e12 }),
    },
    sweep: { state: "none", sentence: sentenceOf("Too few steps were recorded.") },
    whatIf: {
      batch: 42,
      contextTokens: 1_000,
      promptTokens: 900,
      cachedPromptTokens: 0,
      usableMemoryRatio: 0.9,
      stepSeconds: 0.0078,
      promptSeconds: 0.06,
      waitingRequests: 6,
      kvUsageRatio: 0.3,
    },
    ...part,
  };
}

const deviceNameOrigin = { kind: "detected", evidence: "DCGM device name, 80 GB" } as const;
const knownSetting = <T>(value: T) => ({
  state: "known" as const,
  value,
  origin: deviceNameOrigin,
  warnings: [],
});
const unknownSetting = {
  state: "unknown",
  unknownReason: "What does an hour cost?",
  proposals: [],
  isOptional: true,
} as const;

export function sampleRooflinePage(part: Partial<RooflinePageData> = {}): RooflinePageData {
  const accelerator = findAccelerator("h100-sxm")!;
  const architecture = findModel("llama-3.1-8b")!;
  const usedRoof = findRoof(accelerator, "bf16")!;
  return {
    state: "answered",
    asOfMs: sampleNowMs,
    window: { startMs: sampleNowMs - hourMs, endMs: sampleNowMs },
    deployment: {
      id: "018f3b1c-0000-7000-8000-000000000001",
      slug: "assist-8b",
      title: "assist-8b",
      model: "Llama-3.1-8B",
    },
    source: { slug: "main", version: "3.5" },
    engine: { id: "vllm", title: "vLLM", version: "0.11.0" },
    sampleSpacingMs: 15_000,
    stale: null,
    warnings: [],
    queries: [{ input: "tokens", promql: "sum(rate(vllm:generation_tokens_total[5m]))" }],
    setting: {
      version: 0,
      model: knownSetting({ id: "llama-3.1-8b", title: "Llama-3.1-8B" }),
      weights: knownSetting("bf16" as const),
      kv: knownSetting("bf16" as const),
      accelerator: knownSetting({ id: "h100-sxm", title: "H100 SXM" }),
      acceleratorCount: knownSetting(1),
      tensorParallel: knownSetting(1),
      pipelineParallel: knownSetting(1),
      isChunked: knownSetting(true),
      stepTokenBudget: knownSetting(8_192),
      maxBatch: knownSetting(256),
      price: { ...unknownSetting, proposals: [] },
      replicas: 1,
      missing: [],
      resolved: {
        architecture,
        plan: bf16Formats,
        accelerator: {
          ...accelerator,
          deviceNames: [...accelerator.deviceNames],
          sources: [...accelerator.sources],
        },
        modelSource: "config.json",
        modelConfidence: "second-source",
        computePrecision: "bf16",
      },
    },
    roof: {
      bandwidth: {
        bytesPerSecond: usedRoof.bytesPerSecond,
        practicalBytesPerSecond: { kind: "measured", value: 2.95e12, source: "measured here, 17 Nov" },
      },
      ceilings: listRoofs(accelerator)
        .filter(({ precision }) => precision !== "fp32" && precision !== "tf32")
        .map(({ precision, flopsPerSecond, practicalFlopsPerSecond, ridgeFlopPerByte }) => ({
          precision,
          flopsPerSecond,
          practicalFlopsPerSecond,
          ridgeFlopPerByte,
          isUsed: precision === "bf16",
        })),
      isPrecisionWidened: false,
    },
    unavailableReason: null,
    pools: [samplePool()],
    ...part,
  };
}

export const sampleSweep: Extract<RooflinePool["sweep"], { state: "swept" }> = {
  state: "swept",
  groups: [4, 8, 16, 32, 42].map((batch) => ({
    batch,
    itlSeconds: 0.006 + 0.00004 * batch,
    tokensPerSecond: batch / (0.006 + 0.00004 * batch),
    intervalCount: 12,
    durationSeconds: 360,
    point: { intensityFlopPerByte: batch * 0.75, flopsPerSecond: batch * 2e12 },
  })),
  fit: {
    kind: "fit",
    baseSeconds: { value: 0.006, lower: 0.0058, upper: 0.0062 },
    perSequenceSeconds: { value: 0.00004, lower: 0.000036, upper: 0.000044 },
    largestErrorRatio: 0.02,
    n: 60,
    kneeBatch: { value: 900, lower: 800, upper: 1_000 },
    ceilingTokensPerSecond: { value: 25_000, lower: 22_700, upper: 27_800 },
  },
  atCurrentBatch: {
    batch: 42,
    unusedCeilingRatio: 0.78,
    doublingGainRatio: 0.75,
    cause: {
      kind: "weight-reads",
      kvBytesRatio: 0.27,
      sentence: sentenceOf("Weights are most of the bytes."),
    },
    advice: {
      kind: "not-worth",
      reasons: ["nothing-waits"],
      sentence: sentenceOf("Nothing waits for a larger batch."),
    },
  },
  excluded: { nothingDecoded: 3, mostlyPrefill: 1, notCovered: 2 },
  sentence: sentenceOf("Doubling the batch would give 75 % more output."),
};
