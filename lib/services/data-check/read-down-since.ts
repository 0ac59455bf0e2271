/** Since when targets are down, as the panels of the same deployment tell it. */
import { isAppError } from "@/lib/model/app-error";
import type { Statistic } from "@/lib/model/question";
import type { DownSince } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals";
import { logger } from "@/lib/server/logger";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { answerForDeployment } from "@/lib/services/signals/answer-question";

/** How far back is looked; what went down before that is told as "at least" so long. */
const window = { from: "now-6h", to: "now" } as const;

export interface DownSignal {
  readonly signal: SignalId;
  readonly statistic: Statistic;
}

/**
 * Of a deployment for which `down` was found to be missing because its targets are down; undefined where the past cannot be read,
 * which takes nothing from what is known of now.
 */
export async function readDownSince(
  deployment: KnownDeployment,
  down: DownSignal,
  signal: AbortSignal,
): Promise<DownSince | undefined> {
  try {
    return await queryDownSince(deployment, down, signal);
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deployment: deployment.slug }, "since when its targets are down is not known");
    return undefined;
  }
}

async function queryDownSince(
  deployment: KnownDeployment,
  down: DownSignal,
  signal: AbortSignal,
): Promise<DownSince | undefined> {
  const { series } = await answerForDeployment(
    deployment,
    {
      v: 1,
      signals: [down.signal],
      statistics: [down.statistic],
      scope: { deployment: deployment.slug },
      window,
    },
    { signal },
  );
  const headline = series[0]?.headline;
  return headline?.kind === "absent" ? headline.downSince : undefined;
}
