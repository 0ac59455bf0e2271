/** Recipes of a training job for serving signals: none is exposed. */
import { listSignalIds, type FamilySignalId } from "@/lib/model/signals/signals";
import { notExposed, type NotExposed } from "./recipe";

const reason = notExposed("A training job serves no requests. See its training signals.");

export const noServingSignals = Object.fromEntries(
  listSignalIds("engine").map((signal) => [signal, reason]),
) as {
  readonly [Id in FamilySignalId<"engine">]: NotExposed;
};
