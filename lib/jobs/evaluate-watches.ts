/** Evaluates each minute the windows of watches that have become due. A watch has one window per day. */
import { evaluateWatches } from "@/lib/services/investigations/validation/watch/evaluate-watches";
import type { Job } from "./job";

/** Time after which a run ends itself. It is shorter than `timeoutMs`, so that no second run starts at the same time. */
const limitMs = 800_000;

/** Evaluates the windows of watches that are due, every minute. */
export const evaluateWatchesJob: Job = {
  name: "evaluate-watches",
  intervalMs: 60_000,
  timeoutMs: 900_000,
  run: () => evaluateWatches(AbortSignal.timeout(limitMs)),
};
