/** Formats the rows and remarks of a what-if result as text. */
import type { MissingInput } from "@/lib/analysis/roofline/what-if/base-scenario";
import type { WhatIfRemark } from "@/lib/analysis/roofline/what-if/what-if";
import type { CeilingNumbers, WhatIfResult } from "@/lib/analysis/roofline/what-if/what-if-result";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";

/** Row of the what-if table: a value in the current scenario and after the change. */
export interface BoundRow {
  readonly name: string;
  readonly now: string;
  readonly after: string;
  /** "−36 %"; for memory, the available memory and whether the model fits. Empty without a difference. */
  readonly difference: string;
}

/** Returns the performance ceilings of one replica before and after the change. */
export function boundRows(
  { now, after, remarks }: Pick<WhatIfResult, "now" | "after" | "remarks">,
  currency: string | null,
): readonly BoundRow[] {
  const row = (
    name: string,
    of: (ceiling: CeilingNumbers) => number,
    text: (value: number) => string,
  ): BoundRow => ({
    name,
    now: canRun(now) ? text(of(now)) : cannotRun,
    after: canRun(after) ? text(of(after)) : cannotRun,
    difference: canRun(now) && canRun(after) ? differenceText(of(now), of(after)) : "",
  });
  const price = (value: number): string => `${formatNumber(value)}${thinSpace}${currency ?? ""}`;
  return [
    row("Minimum step time", ({ stepSeconds }) => stepSeconds, ms),
    row("Minimum TPOT", ({ tpotSeconds }) => tpotSeconds, ms),
    row("Minimum TTFT", ({ ttftSeconds }) => ttftSeconds, ms),
    row("Maximum output", ({ tokensPerSecond }) => tokensPerSecond, rate),
    {
      name: "Memory",
      now: gigabytes(now.memoryFit.neededBytes),
      after: gigabytes(after.memoryFit.neededBytes),
      difference: `of ${gigabytes(after.memoryFit.usableBytes)}, ${fitText(after, remarks)}`,
    },
    ...(now.costPerMillionTokens === null || after.costPerMillionTokens === null
      ? []
      : [row("Minimum cost per million tokens", (one) => one.costPerMillionTokens ?? 0, price)]),
  ];
}

/** Latency, throughput and cost of a scenario that does not fit in memory. */
const cannotRun = "none";
const canRun = ({ memoryFit }: CeilingNumbers): boolean => memoryFit.kind === "fits";

function fitText({ memoryFit: fit }: CeilingNumbers, remarks: readonly WhatIfRemark[]): string {
  if (fit.kind === "does-not-fit") return "does not fit";
  return remarks.some(({ kind }) => kind === "engine-cache") ? "fits, but not in the engine's cache" : "fits";
}

/**
 * Returns measured values, and their estimates after the change. The estimates assume that the difference between the
 * measured time and the minimum time stays the same.
 */
export function expectedRows({
  expected: { step, promptSeconds },
}: Pick<WhatIfResult, "expected">): readonly BoundRow[] {
  const row = (name: string, now: number, after: number, text: (value: number) => string): BoundRow => ({
    name,
    now: text(now),
    after: text(after),
    difference: differenceText(now, after),
  });
  return [
    ...(step === null
      ? []
      : [
          row("Step time", step.now.stepSeconds, step.after.stepSeconds, ms),
          row("Output while decoding", step.now.tokensPerSecond, step.after.tokensPerSecond, rate),
        ]),
    ...(promptSeconds === null ? [] : [row("Prefill time", promptSeconds.now, promptSeconds.after, ms)]),
  ];
}

const ms = (seconds: number): string => formatWithUnit(seconds, "seconds", "ms");
const rate = (value: number): string => formatWithUnit(value, "tokens-per-second", "tokens/s");
const gigabytes = (bytes: number): string => formatWithUnit(bytes, "bytes", "GB");

function differenceText(now: number, after: number): string {
  const percent = Math.round(100 * (after / now - 1));
  if (!Number.isFinite(percent) || percent === 0) return "";
  return `${percent > 0 ? "+" : "−"}${formatCount(Math.abs(percent))}${thinSpace}%`;
}

const inputNames = { model: "the model", accelerator: "the GPU" } as const;

/** Returns why there is no scenario from which a what-if could start. */
export function missingInputsText(missing: readonly MissingInput[]): string {
  const names = missing.flatMap((input) => (input === "decode-steps" ? [] : [inputNames[input]]));
  return names.length === 0
    ? "What-if requires decode steps, but no request is decoding now."
    : `What-if requires ${names.join(" and ")}. Add missing values under “Inputs”.`;
}

/** The accelerator has no peak for the precision of the model. */
export const noCeilingText = "This GPU has no units for the model's precision, so there is no ceiling.";

/** Returns a caveat of a what-if result as a sentence. */
export function remarkText(remark: WhatIfRemark): string {
  switch (remark.kind) {
    case "another-model":
      return "A different number of KV heads is a different model that must be trained, not a setting.";
    case "widened":
      return "This GPU has no arithmetic units for this format, so numbers are converted to a wider format before multiplication.";
    case "does-not-fit":
      return `The memory is too small by ${gigabytes(remark.missingBytes)}. This configuration cannot run, so it has no latency and no throughput.`;
    case "exceeds-max-batch":
      return `The engine batches at most ${countWithNoun(remark.maxBatch, "sequence")}. A larger batch also needs a higher limit, such as --max-num-seqs of vLLM.`;
    case "engine-cache":
      return `The model fits in memory, but the engine's cache ${cacheText(remark)} of this length.`;
    case "needs-requests":
      return `Each instance needs ${countWithNoun(Math.ceil(remark.additionalRequests), "more concurrent request")}. ${remark.waitingRequests === null ? "The number of waiting requests is unknown" : `${formatCount(remark.waitingRequests)} ${singularOrPlural(remark.waitingRequests, "is", "are")} waiting now`}.`;
    case "cache-reads-dominate":
      return `${formatWithUnit(remark.kvBytesRatio, "ratio", "%")} of the bytes are KV cache, which neither a larger batch nor narrower weights reduce.`;
    case "link-unknown":
      return "The bandwidth between GPUs is unknown, so only the latency of communication is counted.";
    case "beyond-one-machine":
      return `${formatCount(remark.tensor)} GPUs rarely fit in one machine, and links between machines are slower than assumed here.`;
    case "vendor-bandwidth":
      return "The bandwidth of this GPU was never measured. The ceiling uses the vendor's value and may be too high.";
    case "faster-than-bound":
      return `A step takes ${ms(remark.measuredSeconds)} now, less than the minimum of ${ms(remark.boundSeconds)} for these inputs. At least one input is wrong, so these ceilings are wrong too.`;
  }
}

function cacheText({ cache, maxSequences }: Extract<WhatIfRemark, { kind: "engine-cache" }>): string {
  return cache.kind === "capacity"
    ? `holds ${countWithNoun(cache.tokens, "token")}: ${countWithNoun(Math.floor(maxSequences), "sequence")}`
    : `is ${formatWithUnit(cache.usageRatio, "ratio", "%")} full with ${countWithNoun(Math.round(cache.sequences), "sequence")} and holds about ${formatCount(Math.floor(maxSequences))}`;
}
