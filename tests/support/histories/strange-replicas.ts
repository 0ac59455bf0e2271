/**
 * Problems of individual replicas of a generated deployment: one hangs next to healthy ones, one waits while another one
 * has the full cache, and front ends refuse requests that the engine never sees. Cases with an odd number have none.
 */
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { constant, growing, type ExposedSeriesList } from "./strange-expositions";

/** Requests per second that the HTTP front end answers; null when it does not count them. */
interface FrontEnd {
  readonly accepted: number;
  readonly refused: number;
}

export interface Replica {
  readonly isHung: boolean;
  readonly waiting: number;
  readonly kvUsage: number;
  readonly frontEnd: FrontEnd | null;
}

interface ReplicaFacts {
  readonly number: number;
  readonly isServing: boolean;
  /** The front end refuses everything, so that the engine is idle. */
  readonly isRefusing: boolean;
  /** Whether each target responds during the complete history. */
  readonly isUp: readonly boolean[];
}

const plain: Replica = { isHung: false, waiting: 0, kvUsage: 0.4, frontEnd: null };

/** Returns whether the front end of an idle deployment refuses everything. */
export const isRefusingCase = (number: number): boolean => number % 4 === 0;

/** Chooses the problems of each replica. */
export function chooseReplicas({ number, isServing, isRefusing, isUp }: ReplicaFacts): readonly Replica[] {
  const refusing: Replica = { ...plain, frontEnd: { accepted: 0, refused: 2 } };
  if (isRefusing) return isUp.map(() => refusing);
  if (number % 2 === 1 || !isServing) return isUp.map(() => plain);
  const random = createSeededRandom(number + 1_000_000);
  const healthyIndex = isUp.indexOf(true);
  return isUp.map((up, index): Replica => {
    const [hang, queue, cache, front] = [random(), random(), random(), random()];
    const isHung = up && index !== healthyIndex && hang < 0.4;
    const hasLoad = up && !isHung;
    return {
      isHung,
      waiting: hasLoad && queue < 0.4 ? 12 : 0,
      kvUsage: hasLoad && cache < 0.4 ? 0.99 : 0.4,
      frontEnd: front < 0.3 ? { accepted: 2, refused: 0 } : front < 0.5 ? { accepted: 1, refused: 9 } : null,
    };
  });
}

/** Changes the series of one target according to its problems. It hangs from `hangSeconds` on. */
export function reshapeTarget(
  series: ExposedSeriesList,
  replica: Replica,
  hangSeconds: number,
): ExposedSeriesList {
  const { isHung, waiting, kvUsage, frontEnd } = replica;
  const host = series[0]?.host;
  const answered = (status: string, perSecond: number): ExposedSeriesList[number] => ({
    name: "http_requests_total",
    labels: { status, handler: "/v1/completions", method: "POST" },
    ...(host === undefined ? {} : { host }),
    valueAt: growing(perSecond),
  });
  const answers =
    frontEnd === null ? [] : [answered("200", frontEnd.accepted), answered("429", frontEnd.refused)];
  const reshaped = [...series, ...answers].map((one) => {
    if (one.name.endsWith("num_requests_waiting")) return { ...one, valueAt: constant(waiting) };
    return /cache_usage_perc/.test(one.name) ? { ...one, valueAt: constant(kvUsage) } : one;
  });
  return isHung
    ? reshaped.map((one) => ({
        ...one,
        valueAt: (seconds: number) => one.valueAt(Math.min(seconds, hangSeconds)),
      }))
    : reshaped;
}
