/**
 * Descriptions of the signals, separate from their definitions: every page computes with the definitions but displays
 * the descriptions only on request.
 */
import type { SignalMeaning } from "./signal-definition";
import { databaseMeanings } from "./signal-meanings/database";
import { engineMeanings } from "./signal-meanings/engine";
import { gpuMeanings } from "./signal-meanings/gpu";
import { containerMeanings, hostMeanings } from "./signal-meanings/host";
import { trainingMeanings } from "./signal-meanings/training";
import type { SignalId } from "./signals";

const meanings: Readonly<Record<SignalId, SignalMeaning>> = {
  ...engineMeanings,
  ...gpuMeanings,
  ...hostMeanings,
  ...containerMeanings,
  ...databaseMeanings,
  ...trainingMeanings,
};

/** Returns the definition of a signal, and the meaning of 0. */
export function signalMeaning(id: SignalId): SignalMeaning {
  return meanings[id];
}
