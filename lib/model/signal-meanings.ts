/**
 * The dictionary's words on each signal, apart from its facts: screens compute with the facts all the time, and show the words
 * when somebody asks for them.
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

export function signalMeaning(id: SignalId): SignalMeaning {
  return meanings[id];
}
