/**
 * Compares a client's durations with the product's number for the same requests. The server's duration is part of the
 * client's, so each client quantile and the mean are at least the server's. The difference is at most the round trip,
 * measured by a rejected request at the same time:
 *
 * lower edge of the server's bucket ≤ client's quantile ≤ upper edge + the longest rejected round trip
 *
 * server's mean ≤ client's mean ≤ server's mean + the longest rejected round trip
 *
 * PromQL's rates extrapolate up to 1.1 scrape intervals past the first and the last sample. That changes counts, and
 * with them ranks and means, by at most that fraction of the scraped time: `slack`.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { formatNumber } from "@/lib/format/number";
import type { Reading } from "@/lib/model/reading";
import { quantiles, type QuantileName, type Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { answerQuestion } from "@/lib/services/signals/answer-question";

export interface LatencyComparisonPlan {
  readonly deployment: string;
  readonly signal: SignalId;
  readonly statistics?: readonly Statistic[];
  /** Client durations in seconds. */
  readonly client: readonly number[];
  /**
   * The longest empty round trip; null when more than the network is between client and server, so that only the
   * order is known.
   */
  readonly roundTripSeconds: number | null;
  /** Set when the round trip delays both ends of the interval; then the client's value may also be lower. */
  readonly affectsBothEnds?: true;
  readonly slack: number;
}

export interface LatencyComparison {
  /** Violations; empty when everything matches. */
  readonly mismatches: readonly string[];
  /** Client and server values for the log. */
  readonly logLines: readonly string[];
}

export async function compareLatency(plan: LatencyComparisonPlan): Promise<LatencyComparison> {
  const answer = await answerQuestion(
    {
      v: 1,
      signals: [plan.signal],
      statistics: plan.statistics ?? ["p50", "p95", "mean"],
      scope: { deployment: plan.deployment },
      window: { from: "now-5m", to: "now" },
    },
    { sourceScope: allSources },
  );
  const lines = answer.series.map(({ statistic, headline }): Line => {
    if (headline.kind === "absent")
      return { isRight: false, text: `${statistic} is absent: ${headline.detail}` };
    return statistic === "mean"
      ? ofMean(headline, plan)
      : ofQuantile(headline, quantiles[statistic as QuantileName], plan);
  });
  const name = `${plan.deployment} ${plan.signal}`;
  return {
    mismatches: lines.flatMap(({ isRight, text }) => (isRight ? [] : [`${name} ${text}`])),
    logLines: lines.map(({ text }) => `${name} ${text}`),
  };
}

type Present = Extract<Reading, { kind: "present" }>;
interface Line {
  readonly isRight: boolean;
  readonly text: string;
}

/** Checks the product's count of observations, which is rounded. */
function isCount(n: number | undefined, { client, slack }: LatencyComparisonPlan): boolean {
  return n !== undefined && n >= client.length && n <= Math.ceil(client.length * (1 + slack));
}

function ofMean(
  { value: server }: Present,
  { client, roundTripSeconds, affectsBothEnds, slack }: LatencyComparisonPlan,
): Line {
  const clientMean = client.reduce((sum, one) => sum + one, 0) / client.length;
  const roundTrip = roundTripSeconds ?? Number.POSITIVE_INFINITY;
  const lowest = server * (1 - slack) - (affectsBothEnds === true ? roundTrip : 0);
  return {
    isRight: clientMean >= lowest && clientMean <= server * (1 + slack) + roundTrip,
    text: `mean: client ${ms(clientMean)}, server ${ms(server)}, gap ${ms(clientMean - server)}${roundTripText(roundTripSeconds)}`,
  };
}

function ofQuantile(
  { value, lower = value, upper, n }: Present,
  q: number,
  plan: LatencyComparisonPlan,
): Line {
  const sorted = plan.client.toSorted((a, b) => a - b);
  const rank = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
  const end = upper ?? Number.POSITIVE_INFINITY;
  const isInside =
    rank(q + plan.slack) >= lower &&
    rank(q - plan.slack) <= end + (plan.roundTripSeconds ?? Number.POSITIVE_INFINITY);
  const counted = `n ${String(n)} of ${plan.client.length}`;
  return {
    isRight: isInside && isCount(n, plan),
    text: `p${q * 100}: client ${ms(rank(q))}, server ${ms(value)} in ${ms(lower)} to ${ms(end)}, ${counted}${roundTripText(plan.roundTripSeconds)}`,
  };
}

const roundTripText = (seconds: number | null): string =>
  seconds === null ? "" : `, round trip at most ${ms(seconds)}`;
const ms = (seconds: number): string => `${formatNumber(seconds * 1_000)} ms`;
