/** Reads the training signals of a row. */
import type { Reading } from "@/lib/model/reading";
import { signalDefinition } from "@/lib/model/signals/signals";
import { engineOfDeployment } from "@/lib/engines";
import {
  trainingSentenceSignals,
  type TrainingSentenceSignal,
  type TrainingReadings,
} from "@/lib/status/training-sentence";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readSignalAnswer, findHeadline, type RowRequest } from "./row-answers";

/**
 * Returns the step time, loss and other readings of a training job. Undefined for other deployments. Throws
 * AppError if a query fails.
 */
export async function readTrainingReadings(
  deployment: KnownDeployment,
  request: RowRequest,
): Promise<TrainingReadings | undefined> {
  if (engineOfDeployment(deployment).role !== "training") return undefined;
  const readSignal = async (
    id: TrainingSentenceSignal,
  ): Promise<readonly [TrainingSentenceSignal, Reading]> => {
    const statistic = signalDefinition(id).kind === "counter" ? "rate" : "value";
    return [id, findHeadline(await readSignalAnswer(request, [id, [statistic]]), statistic)];
  };
  return Object.fromEntries(await Promise.all(trainingSentenceSignals.map(readSignal))) as Record<
    TrainingSentenceSignal,
    Reading
  >;
}
