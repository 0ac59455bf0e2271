/** Handler of the assessment: whether a window is a suitable baseline, and a better window. */
import type { assessWindowContract } from "@/lib/contracts/baselines";
import { countRequests } from "@/lib/analysis/baselines/count-requests";
import { listLimitConcerns } from "@/lib/analysis/baselines/limit-concerns";
import { engineOfDeployment } from "@/lib/engines";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { SignalId } from "@/lib/model/signals/signals";
import { summariseAssessment } from "@/lib/sentences/baselines/assessment-text";
import { toWindowConcern } from "@/lib/sentences/baselines/concern-text";
import { findProvider } from "@/lib/semantic/compile/compile";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { describeCaptureRefusal } from "./baseline-owner";
import { readWindow } from "./read-window";

/** Signals that the assessment reads. A capture reads all signals. */
const assessedSignals: readonly SignalId[] = [
  "requests",
  "ttft",
  "tpot",
  "e2e",
  "errors",
  "aborts",
  "kv-usage",
  "preemptions",
  "train-step-time",
  "train-batches",
  "train-samples",
  "train-tokens",
  "db-query-time",
  "gpu-throttled",
  "gpu-sm-clock",
];

/**
 * Returns whether a window is suitable for a baseline, with the reasons. Throws invalid-input for an invalid window,
 * not-found for an unknown deployment, and source errors.
 */
export const assessWindow: Handler<typeof assessWindowContract> = async ({ query, principal, signal }) => {
  const deployment = await resolveDeployment(query.deployment, principal.sourceScope);
  const window = resolveRequestedWindow({ from: query.from, to: query.to });
  const context = {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: { deployment: deployment.slug },
  };
  const signals = assessedSignals.filter((id) => findProvider(id, context) !== undefined);
  const { blocks, concerns: ofWindow, proposal } = await readWindow({ deployment, window, signals, signal });
  const measured = blocks.kind === "blocks" ? blocks.blocks : null;
  const faults = measured === null ? [] : listLimitConcerns(measured, resolveLimits(deployment));
  const concerns = [...faults.map(toWindowConcern), ...ofWindow];
  const shape = measured === null ? null : { blockMs: measured.blockMs, blockCount: measured.blockCount };
  return {
    asOfMs: nowMs(),
    window,
    blocks: shape,
    summary: summariseAssessment({ isCapturable: shape !== null, concernCount: concerns.length }),
    requestCount: measured === null ? null : countRequests(measured),
    concerns,
    proposal,
    captureRefusal: describeCaptureRefusal(principal),
  };
};
