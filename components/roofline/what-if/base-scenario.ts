/** Builds the scenario of the running deployment, or states what is missing. */
import type { RooflinePool, RooflinePageData, WhatIfBase } from "@/lib/contracts/roofline/roofline";
import type { RooflineSetting } from "@/lib/contracts/roofline/roofline-setting";
import type { Scenario } from "@/lib/analysis/roofline/what-if/change";
import type { MeasuredTimes } from "@/lib/analysis/roofline/what-if/what-if";

/** Scenario of the running deployment, from which a what-if change starts. */
export interface KnownBaseScenario {
  readonly scenario: Scenario;
  /** Measured times that the prediction is scaled to. */
  readonly measuredTimes: MeasuredTimes;
  /** Values of the last minutes, such as batch and context length. */
  readonly currentValues: WhatIfBase;
  /** Currency of the price. Null without a price. */
  readonly currency: string | null;
  readonly pool: RooflinePool;
}

/** Scenario of the running deployment, or why it is unknown as a sentence. */
export type BaseScenario =
  | { readonly kind: "known"; readonly base: KnownBaseScenario }
  | { readonly kind: "missing"; readonly reason: string };

const knownOr = <T>(
  fact: { readonly state: "known"; readonly value: T } | { readonly state: "unknown" },
  otherwise: T,
): T => (fact.state === "known" ? fact.value : otherwise);

/** Builds the scenario of the running deployment from the roofline data. */
export function createBaseScenario({
  pools,
  setting,
}: Pick<RooflinePageData, "pools" | "setting">): BaseScenario {
  const { architecture, plan, accelerator } = setting.resolved;
  if (architecture === null || plan === null || accelerator === null)
    return {
      kind: "missing",
      reason: `What-if requires ${missingText(setting)}. Add missing values under “Inputs”.`,
    };
  const [decoding] = pools.flatMap((pool) => (pool.whatIf === null ? [] : [{ pool, running: pool.whatIf }]));
  if (decoding === undefined)
    return { kind: "missing", reason: "What-if requires decode steps, but no request is decoding now." };
  const { pool, running } = decoding;
  const price = setting.price.state === "known" ? setting.price.value : null;
  return {
    kind: "known",
    base: {
      pool,
      currentValues: running,
      currency: price?.currency ?? null,
      measuredTimes: {
        stepSeconds: running.stepSeconds,
        promptSeconds: running.promptSeconds,
        waitingRequests: running.waitingRequests,
        engineCache: running.engineCache ?? null,
      },
      scenario: {
        servedModel: { shape: architecture, formats: plan },
        accelerator,
        parallelism: {
          tensor: knownOr(setting.tensorParallel, 1),
          pipeline: knownOr(setting.pipelineParallel, 1),
        },
        batch: running.batch,
        contextTokens: running.contextTokens,
        promptTokens: running.promptTokens,
        cachedPromptTokens: running.cachedPromptTokens,
        usesFlashAttention: true,
        speculation: null,
        usableMemoryRatio: running.usableMemoryRatio,
        pricePerAcceleratorHour: price?.perAcceleratorHour ?? null,
      },
    },
  };
}

function missingText({ resolved }: RooflineSetting): string {
  const missing = [
    ...(resolved.architecture === null || resolved.plan === null ? ["the model"] : []),
    ...(resolved.accelerator === null ? ["the GPU"] : []),
  ];
  return missing.join(" and ");
}
