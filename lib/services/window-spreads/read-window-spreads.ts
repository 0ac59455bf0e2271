/** Handler of the window spreads that a comparison of two windows needs for its margins. */
import type { windowSpreadsContract, BetweenWindowsSpread } from "@/lib/contracts/ranges/window-spreads";
import { AppError } from "@/lib/model/app-error";
import type { Statistic } from "@/lib/model/question";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import type { Handler } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/http/problem";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readSignalSpreads, type SignalSpreads } from "./read-signal-spreads";

const waitMs = 1_400;

/**
 * Returns how much statistics vary between windows of the history. Throws invalid-input for an invalid window, and
 * not-found for an unknown deployment.
 */
export const readWindowSpreads: Handler<typeof windowSpreadsContract> = async ({
  body,
  principal,
  requestId,
  signal: leaving,
}) => {
  const deployment = await resolveDeployment(body.deployment, principal.sourceScope);
  const request = {
    deployment,
    scope: {
      deployment: deployment.slug,
      ...(body.model === undefined ? {} : { model: body.model }),
      ...(body.instance === undefined ? {} : { instance: body.instance }),
    },
    window: resolveRequestedWindow(body.window),
  };
  const spreads = await Promise.all(
    body.series.map(async ({ signal, statistic }): Promise<BetweenWindowsSpread> => {
      // The read continues after the response. The next request finds its result.
      const outcome = await waitOrReturnPending(waitMs, () => readSignalSpreads(signal, request), leaving);
      if (outcome.kind === "pending") return { state: "pending" };
      if (outcome.kind === "failed") return { state: "failed", problem: toProblem(outcome.error, requestId) };
      return describeSpread(outcome.value, statistic);
    }),
  );
  return { spreads };
};

/** Throws invalid-input for a statistic that the signal does not have. */
function describeSpread(spreads: SignalSpreads, statistic: Statistic): BetweenWindowsSpread {
  const spread = [...spreads].find(([one]) => one === statistic)?.[1];
  if (spread === undefined)
    throw new AppError("invalid-input", `the signal has no statistic ${statistic} whose spread is measured`);
  const { windowCount, standardDeviationRatio } = spread;
  return {
    state: "known",
    windowCount,
    standardDeviationRatio: Number.isNaN(standardDeviationRatio) ? null : standardDeviationRatio,
  };
}
