/**
 * Generates strange deployments with the truth about each: series that are missing or stay at zero, old and new
 * names, restarts, dead targets, renamed models, targets that count failures next to targets that do not, and problems of
 * single replicas. A case
 * depends on its number only, so that a failing one can be run again.
 */
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { constant, histogram, vllmServer, type ExposedSeriesList } from "./strange-expositions";
import { chooseReplicas, isRefusingCase, reshapeTarget, type Replica } from "./strange-replicas";

/** Length of the history. */
export const fleetSeconds = 1_200;
/** Names that the renamed half of a case gets. */
export const nameAfterRename = (model: string): string => `${model}-next`;

type Traffic = "busy" | "slow" | "stalled" | "idle" | "fresh" | "refused";
type Life = "up" | "restarted" | "dead" | "just-died";

export interface StrangeFleet {
  readonly model: string;
  /** Expositions by model name: one, or two for a renamed model. */
  readonly expositions: Readonly<Record<string, ExposedSeriesList>>;
  readonly truth: FleetTruth;
}

/** The state of the deployment at the end of the history. */
export interface FleetTruth {
  readonly traffic: Traffic;
  readonly isRenamed: boolean;
  readonly targetCount: number;
  readonly deadCount: number;
  /** Instances that hang while another one serves requests. */
  readonly hungInstances: readonly string[];
  /** Requests wait for the KV cache of the instance that they wait at. */
  readonly isUnderPressure: boolean;
  /** Share of requests that fail; null when a target does not count failures and none was counted. */
  readonly errorRatio: number | null;
  readonly countsAborts: boolean;
  /** First tokens are observed. */
  readonly ttft: "observed" | "missing" | "stays-zero";
  readonly missingSeries: ReadonlySet<OptionalSeries>;
}

const optionalSeries = ["waiting", "kvUsage", "outputTokenRate"] as const;
type OptionalSeries = (typeof optionalSeries)[number];

const namesOf: { readonly [S in OptionalSeries]: RegExp } = {
  waiting: /num_requests_waiting/,
  kvUsage: /cache_usage_perc/,
  outputTokenRate: /generation_tokens_total/,
};

const renamedAt = fleetSeconds - 150;
const isGauge = ({ name }: ExposedSeriesList[number]): boolean => /num_requests|cache_usage/.test(name);

/** Returns case `number`. */
export function makeStrangeFleet(number: number): StrangeFleet {
  const random = createSeededRandom(number);
  const pick = <T>(...options: readonly T[]): T => {
    const chosen = options[Math.floor(random() * options.length)];
    if (chosen === undefined) throw new Error("nothing to pick from");
    return chosen;
  };
  const model = `case-${number}`;
  const chosen = pick<Traffic>("busy", "busy", "busy", "slow", "stalled", "idle", "fresh");
  const traffic = chosen === "idle" && isRefusingCase(number) ? "refused" : chosen;
  const isRenamed = traffic === "busy" && random() < 0.15;
  const ttft = pick<FleetTruth["ttft"]>("observed", "observed", "missing", "stays-zero");
  const missingSeries = new Set(optionalSeries.filter(() => random() < 0.2));
  const kvNames = pick(
    ["kv_cache_usage_perc"],
    ["gpu_cache_usage_perc"],
    ["kv_cache_usage_perc", "gpu_cache_usage_perc"],
  );
  const targets = Array.from({ length: pick(1, 2, 3) }, (_, index) => ({
    host: `${model}-${index}`,
    life: isRenamed ? "up" : pick<Life>("up", "up", "restarted", "dead", "just-died"),
    counts: pick("nothing", "zero", "zero", "failures"),
  }));
  const isServing = traffic === "busy" || traffic === "slow";
  const replicas = chooseReplicas({
    number,
    isServing: isServing && !isRenamed,
    isRefusing: traffic === "refused",
    isUp: targets.map(({ life }) => life === "up"),
  });
  const target = ({ host, life, counts }: (typeof targets)[number], index: number): ExposedSeriesList => {
    const rate = isServing ? 1 : 0;
    const grow = (perSecond: number) => (seconds: number) => Math.floor(rate * perSecond * seconds);
    const server = vllmServer({
      host,
      running:
        traffic === "idle" || traffic === "fresh" || traffic === "refused"
          ? constant(0)
          : (seconds) => 8 + (isServing ? seconds % 7 : 0),
      waiting: 0,
      kvUsage: constant(0.4),
      finishedPerSecond: rate,
      outcomes:
        counts === "nothing" ? {} : { error: counts === "zero" ? constant(0) : grow(1), abort: constant(0) },
    }).filter(({ name }) => !/time_to_first_token|_tokens_total|kv_cache/.test(name));
    const slow = { edges: { "1": 0, "4": 1, "+Inf": 1 }, mean: 2 };
    const fast = { edges: { "0.1": 0, "0.5": 1, "1": 1, "+Inf": 1 }, mean: 0.3 };
    const series: ExposedSeriesList = [
      ...server,
      ...kvNames.map((name) => ({ name: `vllm:${name}`, valueAt: constant(0.4) })),
      { name: "vllm:prompt_tokens_total", valueAt: grow(400) },
      { name: "vllm:generation_tokens_total", valueAt: grow(900) },
      ...histogram(
        "vllm:time_to_first_token_seconds",
        ttft === "observed" ? grow(1) : constant(0),
        traffic === "slow" ? slow : fast,
      ),
    ]
      .map((one) => ({ ...one, host }))
      .filter((one) => traffic !== "fresh" || isGauge(one))
      .filter(({ name }) => ttft !== "missing" || !name.includes("time_to_first_token"))
      .filter(({ name }) => ![...missingSeries].some((missing) => namesOf[missing].test(name)));
    return withLife(reshapeTarget(series, replicas[index] ?? replicas[0]!, hangsFrom), host, life);
  };
  const series = targets.flatMap(target);
  const isDead = ({ life }: (typeof targets)[number]): boolean => life === "dead" || life === "just-died";
  // The window of five minutes includes a target that died two minutes before its end.
  const counted = targets
    .map((one, index) => ({ ...one, replica: replicas[index] ?? replicas[0]! }))
    .filter(({ life }) => life !== "dead");
  const outcomes = counted.map(outcomesOf);
  const failing = isServing || traffic === "refused" ? sumOf(outcomes.map(({ failed }) => failed)) : 0;
  const isCounted = (hasHttp: boolean): boolean =>
    counted.length > 0 &&
    counted.every(({ counts, replica }) => counts !== "nothing" || (hasHttp && replica.frontEnd !== null));
  return {
    model,
    expositions: isRenamed ? renamed(model, series) : { [model]: series },
    truth: {
      traffic,
      isRenamed,
      targetCount: targets.length,
      deadCount: targets.filter(isDead).length,
      hungInstances: counted.flatMap(({ host, replica }) => (replica.isHung ? [`${host}:8000`] : [])),
      isUnderPressure: counted.some(({ replica }) => replica.waiting > 0 && replica.kvUsage > 0.95),
      errorRatio:
        failing > 0 ? failing / sumOf(outcomes.map(({ requests }) => requests)) : isCounted(true) ? 0 : null,
      countsAborts: isCounted(false),
      ttft,
      missingSeries,
    },
  };
}

/** Early enough that the last five minutes have no request of the replica, and less than ten minutes ago. */
const hangsFrom = fleetSeconds - 420;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns requests and failures per second of one target in the last five minutes. */
function outcomesOf({ counts, replica }: { readonly counts: string; readonly replica: Replica }) {
  const { isHung, frontEnd } = replica;
  if (isHung) return { requests: 0, failed: 0 };
  const failed = counts === "failures" && frontEnd?.accepted !== 0 ? 1 : 0;
  // The front end answers a request that fails during its stream with status 200.
  return frontEnd !== null && frontEnd.refused > failed
    ? { requests: frontEnd.accepted + frontEnd.refused, failed: frontEnd.refused }
    : { requests: 1 + failed, failed };
}

/** Seconds of the history at which a target dies or restarts. */
const lifeEnds = { dead: fleetSeconds - 600, "just-died": fleetSeconds - 120, restarted: fleetSeconds - 480 };

function withLife(series: ExposedSeriesList, host: string, life: Life): ExposedSeriesList {
  const up = { name: "up", host };
  if (life === "up") return [{ ...up, valueAt: constant(1) }, ...series];
  const at = lifeEnds[life];
  if (life === "restarted")
    return [
      { ...up, valueAt: constant(1) },
      ...series.map((one) => ({
        ...one,
        valueAt: (seconds: number) => one.valueAt(isGauge(one) || seconds < at ? seconds : seconds - at),
      })),
    ];
  return [
    { ...up, valueAt: (seconds) => (seconds < at ? 1 : 0) },
    ...series.map((one) => ({
      ...one,
      valueAt: (seconds: number) => (seconds < at ? one.valueAt(seconds) : null),
    })),
  ];
}

/** The same targets, whose series have the next model name from some time on. */
function renamed(model: string, series: ExposedSeriesList): StrangeFleet["expositions"] {
  const during = (isNext: boolean): ExposedSeriesList =>
    series
      .filter(({ name }) => !isNext || name !== "up")
      .map((one) => ({
        ...one,
        labels: { ...one.labels, job: model },
        valueAt: (seconds: number) =>
          one.name === "up" || isNext === seconds >= renamedAt ? one.valueAt(seconds) : null,
      }));
  return { [model]: during(false), [nameAfterRename(model)]: during(true) };
}
