/**
 * True roofline positions of the simulated engines: FLOPs and bytes of their steps divided by their duration,
 * separate for decode-only steps and steps with prompts. Used by tests only; no scraped metric contains it.
 *
 * A point counts only required FLOPs. The simulated engines multiply the LM head for every prompt token although only
 * the last one needs it; those extra FLOPs are excluded.
 */
import type { CompletedStep } from "./engine/engine";
import type { Exposition } from "./exposition/exposition";

/** Mean rates and steps of the engines of a deployment in one phase; FLOPs and bytes are per GPU. */
export interface PhaseTruth {
  readonly flopsPerSecond: number;
  readonly bytesPerSecond: number;
  readonly meanStepSeconds: number;
  /** Mean number of decoding sequences per step. */
  readonly meanBatchSize: number;
  readonly stepCount: number;
}

interface RecordedStep {
  readonly step: CompletedStep;
  readonly gpuCount: number;
  readonly headParameters: number;
}

interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Recorder of the steps of simulated engines. */
export class RooflineTruth {
  readonly #recorded = new Map<string, RecordedStep[]>();

  /** Exposition to add to a plan. It exposes no samples. */
  readonly exposition: Exposition = {
    id: "roofline-truth",
    title: "Truth for tests",
    scope: "engine",
    port: 9_999,
    path: "/metrics",
    create: ({ deploymentName, firstEngine: { gpuCount, model } }) => ({
      createHandlers: () => ({
        onStep: (step) => {
          const recorded = this.#recorded.get(deploymentName) ?? [];
          this.#recorded.set(deploymentName, recorded);
          recorded.push({ step, gpuCount, headParameters: model.lmHeadParameters });
        },
      }),
      printMetrics: () => "# HELP roofline_truth Visible to tests only.\n",
      resetCounters: () => {},
    }),
  };

  /** Returns the values of a phase in a time range. Throws if no step of the phase ran. */
  measurePhase(deployment: string, phase: "decode" | "prefill", { fromMs, toMs }: TimeRange): PhaseTruth {
    const within = (this.#recorded.get(deployment) ?? []).filter(
      ({ step }) =>
        step.endMs >= fromMs && step.endMs <= toMs && step.prefillTokens > 0 === (phase === "prefill"),
    );
    if (within.length === 0) throw new Error(`no ${phase} step of ${deployment} ran`);
    const sum = (of: (one: RecordedStep) => number): number =>
      within.reduce((total, one) => total + of(one), 0);
    const seconds = sum(({ step }) => (step.endMs - step.startMs) / 1_000);
    const needed = ({ step, headParameters, gpuCount }: RecordedStep): number =>
      (step.cost.flops - 2 * headParameters * step.prefillTokens) / gpuCount;
    return {
      flopsPerSecond: sum(needed) / seconds,
      bytesPerSecond: sum(({ step, gpuCount }) => step.cost.memoryTrafficBytes / gpuCount) / seconds,
      meanStepSeconds: seconds / within.length,
      meanBatchSize: sum(({ step }) => step.decodeTokens) / within.length,
      stepCount: within.length,
    };
  }
}
