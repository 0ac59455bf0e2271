/** Evaluates each minute the windows of watches that have become due. A watch has one window per day. */
import { evaluateWatches } from "@/lib/services/investigations/validation/watch/evaluate-watches";
import type { Job } from "./job";

export const evaluateWatchesJob: Job = {
  name: "evaluate-watches",
  intervalMs: 60_000,
  timeoutMs: 900_000,
  run: evaluateWatches,
};
