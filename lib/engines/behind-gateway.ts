/** What no gateway can answer, because it happens inside the engine that runs the model. */
import type { SignalOf } from "@/lib/model/signals";
import { notExposed, type NotExposed } from "./recipe";

type Inside =
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

/** One reason for all of them; `name` stands at the beginning of the sentence. */
export function notExposedByGateway(name: string): {
  readonly [Id in Inside & SignalOf<"engine">]: NotExposed;
} {
  const reason = notExposed(
    `${name} does not run the model: the engine behind it tells this, where its metrics are scraped.`,
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
