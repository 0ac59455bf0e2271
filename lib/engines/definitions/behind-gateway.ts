/** Signals that no gateway can report, because they belong to the engine that runs the model. */
import type { FamilySignalId } from "@/lib/model/signals/signals";
import { notExposed, type NotExposed } from "./recipe";

type EngineInternalSignal =
  | "prefill-time"
  | "decode-time"
  | "preemptions"
  | "batch-tokens"
  | "spec-accept"
  | "kv-transfer-time"
  | "flops"
  | "read-bytes"
  | "write-bytes"
  | "asleep";

type EngineInternalRecipes = {
  readonly [Id in EngineInternalSignal & FamilySignalId<"engine">]: NotExposed;
};

/**
 * Returns recipes that mark engine-internal signals, such as prefill time, as not exposed by a gateway.
 * `gatewayName` starts the sentence with the reason.
 */
export function markNotExposedByGateway(gatewayName: string): EngineInternalRecipes {
  return markEngineInternalsNotExposed(
    `${gatewayName} does not run the model. Scrape the metrics of the engine behind it.`,
  );
}

/**
 * Returns recipes that mark engine-internal signals, such as prefill time, as not exposed. `sentence` is the
 * reason.
 */
export function markEngineInternalsNotExposed(sentence: string): EngineInternalRecipes {
  const reason = notExposed(sentence);
  return {
    "prefill-time": reason,
    "decode-time": reason,
    preemptions: reason,
    "batch-tokens": reason,
    "spec-accept": reason,
    "kv-transfer-time": reason,
    flops: reason,
    "read-bytes": reason,
    "write-bytes": reason,
    asleep: reason,
  };
}
