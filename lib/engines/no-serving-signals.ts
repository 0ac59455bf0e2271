/** What a training job answers for every signal of serving. */
import { signalsOf, type SignalOf } from "@/lib/model/signals";
import { notExposed, type NotExposed } from "./recipe";

const reason = notExposed("A training job serves no requests; its own signals are under training.");

export const noServingSignals = Object.fromEntries(signalsOf("engine").map((signal) => [signal, reason])) as {
  readonly [Id in SignalOf<"engine">]: NotExposed;
};
