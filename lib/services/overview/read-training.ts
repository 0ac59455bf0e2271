/** What a training job's row tells of its training. */
import type { Reading } from "@/lib/model/reading";
import { signalDefinition } from "@/lib/model/signals";
import { engineOf } from "@/lib/engines";
import { toldSignals, type ToldSignal, type TrainingReadings } from "@/lib/semantic/training-sentence";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { askSignal, headlineOf, type RowAsking } from "./row-answers";

/** Undefined for what serves. Throws AppError when a query cannot be had. */
export async function readTraining(
  deployment: KnownDeployment,
  asking: RowAsking,
): Promise<TrainingReadings | undefined> {
  if (engineOf(deployment).role !== "training") return undefined;
  const of = async (id: ToldSignal): Promise<readonly [ToldSignal, Reading]> => {
    const statistic = signalDefinition(id).kind === "counter" ? "rate" : "value";
    return [id, headlineOf(await askSignal(asking, [id, [statistic]]), statistic)];
  };
  return Object.fromEntries(await Promise.all(toldSignals.map(of))) as Record<ToldSignal, Reading>;
}
