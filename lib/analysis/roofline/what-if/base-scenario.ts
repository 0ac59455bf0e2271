/** Builds the scenario of the running deployment, or names the missing inputs. */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { Architecture } from "@/lib/model/roofline/architecture";
import type { NumberFormats } from "@/lib/model/roofline/precision";
import type { Scenario } from "./change";
import type { MeasuredTimes } from "./what-if";

type Fact<T> = { readonly state: "known"; readonly value: T } | { readonly state: "unknown" };

/** Load of a pool that decodes, from which a what-if starts. */
interface RunningLoad
  extends
    Pick<Scenario, "batch" | "contextTokens" | "promptTokens" | "cachedPromptTokens" | "usableMemoryRatio">,
    MeasuredTimes {}

/** Setting of a deployment and the load of its pools. */
interface RunningDeployment {
  readonly setting: {
    readonly resolved: {
      readonly architecture: Architecture | null;
      readonly plan: NumberFormats | null;
      readonly accelerator: Accelerator | null;
    };
    readonly tensorParallel: Fact<number>;
    readonly pipelineParallel: Fact<number>;
    readonly maxBatch: Fact<number>;
    readonly price: Fact<{ readonly perAcceleratorHour: number; readonly currency: string }>;
  };
  /** `whatIf` is null for a pool that does not decode now. */
  readonly pools: readonly { readonly whatIf: RunningLoad | null }[];
}

/** Scenario of the running deployment, from which a what-if change starts. */
export interface KnownBaseScenario {
  readonly scenario: Scenario;
  /** Measured times that the prediction is scaled to. */
  readonly measuredTimes: MeasuredTimes;
  /** Currency of the price. Null without a price. */
  readonly currency: string | null;
}

/** Input without which there is no scenario. */
export type MissingInput = "model" | "accelerator" | "decode-steps";

/** Scenario of the running deployment, or the inputs that it lacks. */
export type BaseScenario =
  | { readonly kind: "known"; readonly base: KnownBaseScenario }
  | { readonly kind: "missing"; readonly inputs: readonly MissingInput[] };

const knownOr = <T>(fact: Fact<T>, otherwise: T): T => (fact.state === "known" ? fact.value : otherwise);

/** Builds the scenario of the running deployment from the roofline data. */
export function createBaseScenario({ pools, setting }: RunningDeployment): BaseScenario {
  const { architecture, plan, accelerator } = setting.resolved;
  if (architecture === null || plan === null || accelerator === null)
    return {
      kind: "missing",
      inputs: [
        ...(architecture === null || plan === null ? (["model"] as const) : []),
        ...(accelerator === null ? (["accelerator"] as const) : []),
      ],
    };
  const running = pools.find(({ whatIf }) => whatIf !== null)?.whatIf ?? null;
  if (running === null) return { kind: "missing", inputs: ["decode-steps"] };
  const price = setting.price.state === "known" ? setting.price.value : null;
  return {
    kind: "known",
    base: {
      currency: price?.currency ?? null,
      measuredTimes: {
        stepSeconds: running.stepSeconds,
        promptSeconds: running.promptSeconds,
        waitingRequests: running.waitingRequests,
        engineCache: running.engineCache ?? null,
        maxBatch: setting.maxBatch.state === "known" ? setting.maxBatch.value : null,
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
