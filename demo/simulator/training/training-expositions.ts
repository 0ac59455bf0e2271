/** Metrics of a training job: NCCL Inspector, Ray, and custom metrics of a training loop. */
import { ncclInspector } from "../exposition/machines/nccl-inspector";
import { rayTraining } from "../exposition/training/ray-training";
import { trainingLoop } from "../exposition/training/training-loop";
import type { TrainingPlan, TrainingStep } from "./training-step";

/** The metrics of one exporter of a training job. */
export interface TrainingExporter {
  readonly onStep: (step: TrainingStep) => void;
  readonly printMetrics: (nowMs: number) => string;
  readonly resetCounters: () => void;
}

export interface TrainingExposition {
  /** Id of the exporter, which is also the name of its scrape job. */
  readonly id: string;
  readonly title: string;
  readonly port: number;
  readonly path: string;
  readonly create: (plan: TrainingPlan) => TrainingExporter;
}

export const trainingExpositions: readonly TrainingExposition[] = [ncclInspector, rayTraining, trainingLoop];
