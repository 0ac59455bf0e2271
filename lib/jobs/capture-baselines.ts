/** Captures the baselines that were requested, including those whose capture ended with its process. */
import { systemPrincipal } from "@/lib/server/principal";
import { captureBaseline, listWaitingCaptureIds } from "@/lib/services/captures/capture-baseline";
import type { OnDemandJob } from "./job";

/** Job that captures baselines, once per requested baseline. */
export const captureBaselinesJob: OnDemandJob = {
  name: "capture-baselines",
  timeoutMs: 60_000,
  listWaitingKeys: listWaitingCaptureIds,
  run: (baselineId) => captureBaseline(systemPrincipal, baselineId),
};
