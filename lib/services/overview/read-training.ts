/** What a training job's row tells of its training. */
import type { TrainingReadings } from "@/lib/semantic/training-sentence";
import { engineOf } from "@/lib/engines";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { askSignal, headlineOf, type RowAsking } from "./row-answers";

/** Undefined for what serves. Throws AppError when a query cannot be had. */
export async function readTraining(
  deployment: KnownDeployment,
  asking: RowAsking,
): Promise<TrainingReadings | undefined> {
  if (engineOf(deployment).role !== "training") return undefined;
  const rate = async (id: "train-batches" | "train-samples" | "train-tokens") =>
    headlineOf(await askSignal(asking, [id, ["rate"]]), "rate");
  const level = async (id: "train-step-time" | "train-loss" | "train-data-wait" | "train-allreduce-share") =>
    headlineOf(await askSignal(asking, [id, ["value"]]), "value");
  const [batches, stepTime, samples, tokens, loss, dataWait, allReduce] = await Promise.all([
    rate("train-batches"),
    level("train-step-time"),
    rate("train-samples"),
    rate("train-tokens"),
    level("train-loss"),
    level("train-data-wait"),
    level("train-allreduce-share"),
  ]);
  return {
    "train-batches": batches,
    "train-step-time": stepTime,
    "train-samples": samples,
    "train-tokens": tokens,
    "train-loss": loss,
    "train-data-wait": dataWait,
    "train-allreduce-share": allReduce,
  };
}
