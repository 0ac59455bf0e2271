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

/** Returns one reason for all these signals; `gatewayName` starts the sentence. */
export function notExposedByGateway(gatewayName: string): {
  readonly [Id in EngineInternalSignal & FamilySignalId<"engine">]: NotExposed;
} {
  const reason = notExposed(
    `${gatewayName} does not run the model. Scrape the metrics of the engine behind it.`,
  );
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
