/** A training job's names: NCCL Inspector, Ray, and what people write into their own loop. */
import { ncclInspector } from "../exposition/nccl-inspector";
import { rayTraining } from "../exposition/ray-training";
import { trainingLoop } from "../exposition/training-loop";
import type { TrainingPlan, TrainingStep } from "./training-step";

export interface TrainingExporter {
  readonly onStep: (step: TrainingStep) => void;
  readonly print: (nowMs: number) => string;
  readonly restart: () => void;
}

export interface TrainingExposition {
  /** Also the scrape job's name. */
  readonly id: string;
  readonly title: string;
  readonly port: number;
  readonly path: string;
  readonly create: (plan: TrainingPlan) => TrainingExporter;
}

export const trainingExpositions: readonly TrainingExposition[] = [ncclInspector, rayTraining, trainingLoop];
