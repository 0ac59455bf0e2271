/** What a change would give at best, in rows and sentences. */
import type { Ceiling } from "@/lib/analysis/roofline/what-if/ceiling";
import type { WhatIfRemark, WhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import type { WhatIfState } from "@/lib/client/roofline-url";
import { formatName } from "../precision-names";

export interface BoundRow {
  readonly name: string;
  readonly now: string;
  readonly after: string;
  /** "−36 %"; a sentence of its own for memory; empty where nothing differs. */
  readonly difference: string;
}

/** Ceilings of one replica, before and after. */
export function boundRows({ now, after, remarks }: WhatIf, currency: string | null): readonly BoundRow[] {
  const row = (
    name: string,
    of: (ceiling: Ceiling) => number,
    text: (value: number) => string,
  ): BoundRow => ({
    name,
    now: text(of(now)),
    after: text(of(after)),
    difference: differenceText(of(now), of(after)),
  });
  const price = (value: number): string => `${formatNumber(value)}${thinSpace}${currency ?? ""}`;
  return [
    row("Step at best", ({ stepSeconds }) => stepSeconds, ms),
    row("TPOT at best", ({ tpotSeconds }) => tpotSeconds, ms),
    row("TTFT at best", ({ ttftSeconds }) => ttftSeconds, ms),
    row("Output at most", ({ tokensPerSecond }) => tokensPerSecond, rate),
    {
      name: "Memory",
      now: gigabytes(now.fit.neededBytes),
      after: gigabytes(after.fit.neededBytes),
      difference: `of ${gigabytes(after.fit.usableBytes)}, ${fitText(after, remarks)}`,
    },
    ...(now.costPerMillionTokens === null || after.costPerMillionTokens === null
      ? []
      : [row("Cost of a million tokens at best", (one) => one.costPerMillionTokens ?? 0, price)]),
  ];
}

function fitText({ fit }: Ceiling, remarks: readonly WhatIfRemark[]): string {
  if (fit.kind === "does-not-fit") return "does not fit";
  return remarks.some(({ kind }) => kind === "engine-cache") ? "fits, but not in the engine's cache" : "fits";
}

/** What is measured now, and what it would be if all that it takes beyond its bound stayed: expectations, never among the ceilings. */
export function expectedRows({ expected: { step, promptSeconds } }: WhatIf): readonly BoundRow[] {
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
          row("Step, as it runs now", step.now.stepSeconds, step.after.stepSeconds, ms),
          row("Output, as it runs now", step.now.tokensPerSecond, step.after.tokensPerSecond, rate),
        ]),
    ...(promptSeconds === null
      ? []
      : [row("Prefill, as it runs now", promptSeconds.now, promptSeconds.after, ms)]),
  ];
}

const ms = (seconds: number): string => formatWithUnit(seconds, "seconds", "ms");
const rate = (value: number): string => formatWithUnit(value, "tokens-per-second", "tokens/s");
export const gigabytes = (bytes: number): string => formatWithUnit(bytes, "bytes", "GB");

function differenceText(now: number, after: number): string {
  const percent = Math.round(100 * (after / now - 1));
  if (!Number.isFinite(percent) || percent === 0) return "";
  return `${percent > 0 ? "+" : "−"}${formatCount(Math.abs(percent))}${thinSpace}%`;
}

export function remarkText(remark: WhatIfRemark): string {
  switch (remark.kind) {
    case "another-model":
      return "Another number of KV heads is another model, trained for it, not a setting.";
    case "widened":
      return "This accelerator has no units for the format: numbers are widened before they are multiplied.";
    case "does-not-fit":
      return `It does not fit: ${gigabytes(remark.shortBytes)} of memory are missing.`;
    case "engine-cache":
      return `It fits in memory, but the engine's cache ${cacheText(remark)} of this length.`;
    case "needs-requests":
      return `An instance needs ${formatCount(Math.ceil(remark.more))} more requests at once; ${remark.waiting === null ? "how many wait is not known" : `${formatCount(remark.waiting)} wait now`}.`;
    case "cache-reads-dominate":
      return `${formatWithUnit(remark.kvRatio, "ratio", "%")} of the bytes are cache, which no larger batch and no narrower weights save.`;
    case "link-unknown":
      return "No bandwidth between accelerators is known: of communication only its latency is counted.";
    case "beyond-one-machine":
      return `${formatCount(remark.tensor)} accelerators seldom share one machine: between machines links are slower than this ceiling counts.`;
    case "printed-bandwidth":
      return "Nobody measured this accelerator's bandwidth: the vendor's is used, so the ceiling is high.";
    case "faster-than-bound":
      return `A step takes ${ms(remark.measuredSeconds)} now, less than the ${ms(remark.boundSeconds)} that these inputs allow at best: one of them is wrong, and so are these ceilings.`;
  }
}

function cacheText({ cache, maxSequences }: Extract<WhatIfRemark, { kind: "engine-cache" }>): string {
  const maxText = formatCount(Math.floor(maxSequences));
  return cache.kind === "told"
    ? `holds ${formatCount(cache.tokens)} tokens now: ${maxText} sequences`
    : `is ${formatWithUnit(cache.usageRatio, "ratio", "%")} full of ${formatCount(Math.round(cache.sequences))} sequences now: it holds about ${maxText}`;
}

/** "FP8, batch 64": what is changed, for the ghost. */
export function changeText(state: WhatIfState, acceleratorName: string | null): string {
  const parts = [
    state.ww === null ? null : `weights ${formatName(state.ww)}`,
    state.wkv === null ? null : `KV ${formatName(state.wkv)}`,
    state.wb === null ? null : `batch ${formatCount(state.wb)}`,
    state.wc === null ? null : `context ${formatCount(state.wc)}`,
    state.wheads === null ? null : `${state.wheads} KV heads`,
    state.wspec === null ? null : `${state.wspec.draftTokens} proposed tokens`,
    state.wflash === null ? null : "without FlashAttention",
    state.wtp === null ? null : `tensor parallel ${state.wtp}`,
    acceleratorName,
  ];
  return parts.filter((part) => part !== null).join(", ");
}
