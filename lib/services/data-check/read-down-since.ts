/** Reads since when targets are down, with the same query as the panels. */
import { isAppError } from "@/lib/model/app-error";
import type { Statistic } from "@/lib/model/question";
import type { DownSince } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import { getLogger } from "@/lib/server/logger";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { answerForDeployment } from "@/lib/services/signals/answer-question";

/** Time that is searched for the start of an outage. An outage that began earlier is reported as "at least" this long. */
const window = { from: "now-6h", to: "now" } as const;

/** Signal and statistic that show that targets are down. */
export interface DownSignal {
  readonly signal: SignalId;
  readonly statistic: Statistic;
}

/**
 * Returns since when the targets of `downSignal` are down, at most 6 h back. Undefined if the history cannot
 * be read.
 */
export async function readDownSince(
  deployment: KnownDeployment,
  downSignal: DownSignal,
  signal: AbortSignal,
): Promise<DownSince | undefined> {
  try {
    return await queryDownSince(deployment, downSignal, signal);
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, deployment: deployment.slug }, "the start of the outage is unknown");
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
