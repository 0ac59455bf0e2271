/** Recipes of a training job for serving signals: none is exposed. */
import { listSignalIds, type FamilySignalId } from "@/lib/model/signals/signals";
import { notExposed, type NotExposed } from "./recipe";

const reason = notExposed("A training job serves no requests. It has training signals instead.");

/** Recipes that mark all serving signals as not exposed, for training jobs. */
export const noServingSignals = Object.fromEntries(
  listSignalIds("engine").map((signal) => [signal, reason]),
) as {
  readonly [Id in FamilySignalId<"engine">]: NotExposed;
};
