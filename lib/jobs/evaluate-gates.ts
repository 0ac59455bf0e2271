/** Evaluates the gate runs whose window has ended, including those whose evaluation ended with its process. */
import { systemPrincipal } from "@/lib/server/principal";
import { evaluateGate, listWaitingGateRunIds } from "@/lib/services/gates/evaluate-gate";
import type { OnDemandJob } from "./job";

const evaluationLimitMs = 50_000;

/** Job that evaluates gate runs whose window has ended, once per run. */
export const evaluateGatesJob: OnDemandJob = {
  name: "evaluate-gates",
  timeoutMs: 60_000,
  listWaitingKeys: listWaitingGateRunIds,
  run: (gateId) =>
    evaluateGate(gateId, {
      reader: systemPrincipal,
      signal: AbortSignal.timeout(evaluationLimitMs),
    }),
};
