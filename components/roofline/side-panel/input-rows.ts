/** Rows of the inputs table: name, value and source. */
import type { RooflinePageData, RooflinePool } from "@/lib/contracts/roofline/roofline";
import type { RooflineStep } from "@/lib/contracts/roofline/roofline-point";
import type { RooflineSetting, SettingOrigin } from "@/lib/contracts/roofline/roofline-setting";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatDateTime } from "@/lib/format/time";
import { countWithNoun } from "@/lib/format/agreement";
import { formatFactSources } from "@/lib/model/roofline/fact-sources";
import { usedCeiling } from "@/lib/sentences/roofline/point-text";
import { precisionTitle } from "@/lib/format/precision-names";

/** Input of the roofline with its value and origin. */
export interface InputRow {
  readonly name: string;
  /** Value of the input as text. Null while it is unknown. */
  readonly value: string | null;
  /** Who or what the value is from. */
  readonly originText: string;
  readonly warnings: readonly string[];
}

type AnyFact = RooflineSetting["weights" | "acceleratorCount" | "isChunked" | "model" | "price"];

/** Lists the inputs that an operator may choose: model, formats, GPU, parallelism, limits and price. */
export function createSettingRows(setting: RooflineSetting, timeZone: string): readonly InputRow[] {
  const row = <F extends AnyFact>(
    name: string,
    fact: F,
    text: (value: Extract<F, { state: "known" }>["value"]) => string,
  ): InputRow | null => {
    if (fact.state === "unknown")
      return fact.isOptional ? null : { name, value: null, originText: fact.unknownReason, warnings: [] };
    return {
      name,
      value: text(fact.value),
      originText: originText(fact.origin, timeZone),
      warnings: fact.warnings,
    };
  };
  const rows = [
    row("GPU", setting.accelerator, ({ title }) => title),
    row("GPUs", setting.acceleratorCount, formatCount),
    row("Tensor parallel", setting.tensorParallel, formatCount),
    row("Pipeline parallel", setting.pipelineParallel, formatCount),
    row("Model", setting.model, ({ title }) => title),
    row("Weights", setting.weights, precisionTitle),
    row("KV cache", setting.kv, precisionTitle),
    row("Prefill", setting.isChunked, (isChunked) => (isChunked ? "chunked" : "not chunked")),
    row("Max. tokens per step", setting.stepTokenBudget, (tokens) => countWithNoun(tokens, "token")),
    row("Max. batch", setting.maxBatch, formatCount),
    row(
      "Price",
      setting.price,
      ({ perAcceleratorHour, currency }) =>
        `${formatNumber(perAcceleratorHour)}${thinSpace}${currency} per GPU hour`,
    ),
  ];
  return rows.filter((one) => one !== null);
}

function originText(origin: SettingOrigin, timeZone: string): string {
  if (origin.kind === "chosen") return `chosen by ${origin.author}, ${formatDateTime(origin.atMs, timeZone)}`;
  return origin.kind === "detected" ? origin.evidence : `assumed: ${origin.evidence}`;
}

/** Returns the first source without its details in brackets or after a colon. */
function shortenSource(source: string): string {
  return source.split(/: | \(/)[0] ?? source;
}

/** Lists theoretical and measured peak and bandwidth of the accelerator. */
export function createRoofRows({ roof, setting }: RooflinePageData): readonly InputRow[] {
  if (roof === null) return [];
  const used = usedCeiling(roof);
  const accelerator = setting.resolved.accelerator;
  const source =
    accelerator === null
      ? ""
      : formatFactSources(accelerator.confidence, accelerator.sources.slice(0, 1).map(shortenSource));
  const { bytesPerSecond, practicalBytesPerSecond } = roof.bandwidth;
  const bandwidth = (value: number): string => formatWithUnit(value, "bytes-per-second", "TB/s");
  const row = (name: string, value: string | null, from: string): InputRow => ({
    name,
    value,
    originText: from,
    warnings: [],
  });
  return [
    ...(used === undefined
      ? []
      : [
          row(
            `Dense ${precisionTitle(used.precision)} peak`,
            formatWithUnit(used.flopsPerSecond, "flops-per-second", "TFLOP/s"),
            roof.isPrecisionWidened
              ? `${source}. Values are converted to a wider format before computation`
              : source,
          ),
        ]),
    row("Bandwidth", bandwidth(bytesPerSecond), source),
    practicalBytesPerSecond.kind === "measured"
      ? row("Practical bandwidth", bandwidth(practicalBytesPerSecond.value), practicalBytesPerSecond.source)
      : row("Practical bandwidth", null, "not measured"),
  ];
}

/** Lists the numbers of the mean decode step, or of the mean prefill step without decode. */
export function createStepRows(pools: readonly RooflinePool[]): readonly InputRow[] {
  const step = pools.flatMap(({ now }) =>
    [now.decode, now.prefill].flatMap((placement) =>
      placement.kind === "available" ? [placement.step] : [],
    ),
  )[0];
  return step === undefined ? [] : rowsOfStep(step);
}

function rowsOfStep(step: RooflineStep): readonly InputRow[] {
  const gigabytes = (bytes: number): string => formatWithUnit(bytes, "bytes", "GB");
  const row = (name: string, value: string, from: string): InputRow => ({
    name,
    value,
    originText: from,
    warnings: [],
  });
  const { context } = step;
  return [
    row("Weight bytes per step", gigabytes(step.weightBytes), "architecture and precision of the model"),
    row("KV bytes per step", gigabytes(step.kvBytes), "batch × context × KV per token"),
    ...(context === null
      ? []
      : [
          row(
            "Mean context",
            formatWithUnit(context.tokens, "tokens", "tokens"),
            `${contextSources[context.source]}, ± ${Math.round(100 * Math.max(context.error.lowerByRatio, context.error.higherByRatio))} %`,
          ),
        ]),
    row(
      "Mean batch",
      formatNumber(step.batch),
      step.batchSource === "gaps" ? "gaps between tokens" : "tokens ÷ steps",
    ),
    row("Step time", formatWithUnit(step.stepSeconds, "seconds", "ms"), `n = ${formatCount(step.n)}`),
  ];
}

const contextSources = {
  "kv-cache": "KV cache in use ÷ running",
  lengths: "prompt and answer lengths",
  "mean-lengths": "mean lengths",
  "token-counters": "tokens ÷ started requests",
} as const;
