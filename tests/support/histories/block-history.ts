/**
 * Half an hour and more of vLLM's TTFT histogram and token counter, with everything that makes blocks difficult: a
 * restart, two copies of one target, an instance that starts, and missed scrapes. Every observation is known.
 */
export const blockHistoryEndMs = Date.UTC(2026, 9, 1, 12);
const historyMs = 45 * 60_000;
const spacingMs = 15_000;
export const blockEdges = [0.05, 0.1, 0.25, 0.5, 1] as const;
const ttft = "vllm:time_to_first_token_seconds";

interface Target {
  readonly instance: string;
  readonly replicas?: readonly string[];
  /** Minutes since the start of the history. */
  readonly startsAtMinute?: number;
  readonly restartsAtMinute?: number;
  /** Scrapes that failed, by their number. */
  readonly missedScrapes?: readonly number[];
}

export const blockTargets: readonly Target[] = [
  { instance: "restarts:8000", restartsAtMinute: 17 },
  { instance: "copied:8000", replicas: ["a", "b"] },
  { instance: "starts:8000", startsAtMinute: 25.3 },
  // Number 39 is the last scrape before an edge. From 120 to 131 none succeeded.
  {
    instance: "missed:8000",
    missedScrapes: [39, ...Array.from({ length: 12 }, (_, index) => 120 + index)],
  },
];

export interface Scrape {
  readonly atMs: number;
  /** Times to first token observed since the previous scrape, in seconds. */
  readonly observed: readonly number[];
  /** Time of the first scrape that succeeded from then on. */
  readonly scrapedAtMs: number;
  readonly isRestarted: boolean;
}

/** Returns all scrapes of a target, also failed ones. */
export function listScrapes(target: Target, endMs: number = blockHistoryEndMs): readonly Scrape[] {
  const seed = target.instance.length;
  const count = historyMs / spacingMs;
  const timeOf = (index: number): number => endMs - historyMs + index * spacingMs + 3_000;
  const isMissed = (index: number): boolean => target.missedScrapes?.includes(index) === true;
  const nextScraped = (index: number): number => (isMissed(index) ? nextScraped(index + 1) : index);
  return Array.from({ length: count }, (_, index): Scrape => {
    const requests = (index * 7 + seed) % 5;
    const minute = (index * spacingMs) / 60_000;
    return {
      atMs: timeOf(index),
      scrapedAtMs: timeOf(nextScraped(index)),
      observed: Array.from({ length: requests }, (_, each) => ((index * 13 + each * 29 + seed) % 120) / 100),
      isRestarted: minute === target.restartsAtMinute,
    };
  }).filter(({ atMs }) => atMs >= endMs - historyMs + (target.startsAtMinute ?? 0) * 60_000);
}

/** Returns the history as OpenMetrics text. */
export function writeBlockHistory(endMs: number = blockHistoryEndMs): string {
  const lines = blockTargets.flatMap((target) =>
    (target.replicas ?? [undefined]).flatMap((replica) =>
      writeTarget(target, { replica, scrapes: listScrapes(target, endMs) }),
    ),
  );
  return `${lines.join("\n")}\n# EOF\n`;
}

interface WrittenTarget {
  readonly replica: string | undefined;
  readonly scrapes: readonly Scrape[];
}

function writeTarget(target: Target, { replica, scrapes }: WrittenTarget): readonly string[] {
  const labels = [
    'model_name="m"',
    'job="vllm"',
    `instance="${target.instance}"`,
    ...(replica === undefined ? [] : [`replica="${replica}"`]),
  ].join(",");
  let [observed, tokens]: [readonly number[], number] = [[], 0];
  const samples = scrapes.map((scrape) => {
    observed = scrape.isRestarted ? scrape.observed : [...observed, ...scrape.observed];
    tokens = (scrape.isRestarted ? 0 : tokens) + scrape.observed.length * 10;
    return { ...scrape, total: observed, tokens };
  });
  const line = (name: string, more: string, value: (sample: (typeof samples)[number]) => number) =>
    samples
      .filter(({ atMs, scrapedAtMs }) => atMs === scrapedAtMs)
      .map((sample) => `${name}{${labels}${more}} ${value(sample)} ${sample.atMs / 1_000}`);
  const below = (edge: number) => (sample: (typeof samples)[number]) =>
    sample.total.filter((one) => one <= edge).length;
  return [
    ...[...blockEdges, Infinity].flatMap((edge) =>
      line(`${ttft}_bucket`, `,le="${edge === Infinity ? "+Inf" : edge}"`, below(edge)),
    ),
    ...line(`${ttft}_count`, "", ({ total }) => total.length),
    ...line(`${ttft}_sum`, "", ({ total }) => total.reduce((sum, one) => sum + one, 0)),
    ...line("vllm:generation_tokens_total", "", (sample) => sample.tokens),
    ...line("vllm:request_success_total", ',finished_reason="stop"', ({ total }) => total.length),
    ...line("vllm:cache_config_info", ',block_size="16"', () => 1),
    ...line("vllm:num_requests_running", "", () => 3),
  ];
}
