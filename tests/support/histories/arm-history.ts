/** History of deployments with one instance, whose numbers of requests and latencies are known. */
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { fixtureNowMs, fixtureTailMs } from "../server/stored-fixture";

const minuteMs = 60_000;
const startMs = fixtureNowMs - 150 * minuteMs;
const edges = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5] as const;
const ttft = "vllm:time_to_first_token_seconds";

/** Known truth of one deployment. Times are in minutes before (negative) or after the fixture's present. */
export interface ServedHistoryPlan {
  readonly model: string;
  readonly seed: number;
  /** Time between two scrapes; 15 s if absent. */
  readonly spacingMs?: number;
  /** Requests that finish per scrape. */
  readonly finishedPerScrape: (minutes: number) => number;
  /** Requests that arrive per scrape. The difference waits. */
  readonly arrivedPerScrape?: (minutes: number) => number;
  /** Factor of the TTFT. */
  readonly ttftFactor: (minutes: number) => number;
}

/** Returns the samples of a deployment in OpenMetrics text, over 150 minutes. */
export function writeServedLines({
  model,
  seed,
  spacingMs = 15_000,
  ttftFactor,
  ...plan
}: ServedHistoryPlan) {
  const { finishedPerScrape, arrivedPerScrape = finishedPerScrape } = plan;
  const random = createSeededRandom(seed);
  const labels = `job="${model}",instance="${model}:8000",model_name="${model}"`;
  const counts = edges.map(() => 0);
  let [count, sum, waiting] = [0, 0, 0];
  const lines: string[] = [];
  for (let atMs = startMs; atMs <= fixtureNowMs + fixtureTailMs; atMs += spacingMs) {
    const minutes = (atMs - fixtureNowMs) / minuteMs;
    for (let request = 0; request < finishedPerScrape(minutes); request += 1) {
      const seconds = ttftFactor(minutes) * (0.1 + 0.5 * random());
      count += 1;
      sum += seconds;
      for (const [index, edge] of edges.entries())
        if (seconds <= edge) counts[index] = (counts[index] ?? 0) + 1;
    }
    waiting += arrivedPerScrape(minutes) - finishedPerScrape(minutes);
    const at = atMs / 1_000;
    lines.push(
      `up{job="${model}",instance="${model}:8000"} 1 ${at}`,
      `vllm:num_requests_running{${labels}} 4 ${at}`,
      `vllm:num_requests_waiting{${labels}} ${waiting} ${at}`,
      `vllm:request_success_total{${labels},finished_reason="stop"} ${count} ${at}`,
      ...edges.map((edge, index) => `${ttft}_bucket{${labels},le="${edge}"} ${counts[index]} ${at}`),
      `${ttft}_bucket{${labels},le="+Inf"} ${count} ${at}`,
      `${ttft}_sum{${labels}} ${sum} ${at}`,
      `${ttft}_count{${labels}} ${count} ${at}`,
    );
  }
  return lines;
}
