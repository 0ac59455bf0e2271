/**
 * Where the simulated engines really stand on their roofline: FLOPs and bytes of their steps over the time these took, apart for steps
 * that only decode and steps that compute prompts as well. Exported for tests; nothing that is scraped tells it.
 *
 * A point counts what the model needs. The simulated engines multiply the LM head for every token of a prompt, of which all but the
 * last are for nothing: they are left out.
 */
import type { CompletedStep } from "./engine/engine";
import type { Exposition } from "./exposition/exposition";

/** Of one GPU. */
export interface PhaseTruth {
  readonly flopsPerSecond: number;
  readonly bytesPerSecond: number;
  readonly stepSeconds: number;
  /** Sequences in a step. */
  readonly batch: number;
  readonly steps: number;
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

export class RooflineTruth {
  readonly #seen = new Map<string, RecordedStep[]>();

  /** To be added to the expositions of a plan. It prints nothing. */
  readonly exposition: Exposition = {
    id: "roofline-truth",
    title: "Truth for tests",
    scope: "engine",
    port: 9_999,
    path: "/metrics",
    create: ({ deployment, engine: { gpuCount, model } }) => ({
      listen: () => ({
        onStep: (step) => {
          const recorded = this.#seen.get(deployment) ?? [];
          this.#seen.set(deployment, recorded);
          recorded.push({ step, gpuCount, headParameters: model.headParameters });
        },
      }),
      print: () => "# HELP roofline_truth Told to tests alone.\n",
      restart: () => {},
    }),
  };

  /** Throws where no such step ran. */
  of(deployment: string, phase: "decode" | "prefill", { fromMs, toMs }: TimeRange): PhaseTruth {
    const within = (this.#seen.get(deployment) ?? []).filter(
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
      bytesPerSecond: sum(({ step, gpuCount }) => step.cost.bytes / gpuCount) / seconds,
      stepSeconds: seconds / within.length,
      batch: sum(({ step }) => step.decodeTokens) / within.length,
      steps: within.length,
    };
  }
}
