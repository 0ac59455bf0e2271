/**
 * The TTFT that the status judges. An engine whose TTFT excludes the queue is judged by the TTFT of a gateway in front
 * of it, which measures the same requests from their arrival. Without such a gateway, the engine's TTFT can only show
 * that the first token takes too long, not that it is fast enough.
 */
import type { Limits } from "@/lib/model/deployment/limits";
import type { Reading } from "@/lib/model/reading";
import { exceedsLimit, presentValue } from "./evidence";

/**
 * Smallest ratio of mean queue time to mean TTFT that shows that TTFT excludes the queue. A tolerance is needed because
 * queue times may be observed when requests finish, so that both means cover slightly different requests.
 */
const minQueueRatio = 1.25;

interface TtftReadings {
  readonly ttftP95: Reading;
  readonly ttftMean: Reading;
  readonly meanQueueSeconds?: number | null;
}

/** Gateway in front of an engine, with its TTFT p95. */
export interface GatewayTtft {
  readonly slug: string;
  readonly title: string;
  readonly reading: Reading;
}

/** TTFT p95 from which the status is decided. */
export interface JudgedTtft {
  readonly reading: Reading;
  /** The gateway that measured it; absent for the TTFT of the deployment. */
  readonly gateway?: Pick<GatewayTtft, "slug" | "title">;
}

/**
 * Returns whether the engine's TTFT evidently excludes the queue: requests wait longer on average than their
 * TTFT.
 */
export function isQueueExcludedFromTtft({ ttftMean, meanQueueSeconds }: TtftReadings): boolean {
  const mean = presentValue(ttftMean);
  return mean !== null && (meanQueueSeconds ?? 0) > minQueueRatio * mean;
}

/**
 * Chooses the TTFT p95 that decides the status: the TTFT of the engine, or the TTFT of a gateway if the engine's TTFT
 * excludes the queue. `gateways` are in order, outermost first.
 */
export function chooseJudgedTtft(
  readings: TtftReadings,
  gateways: readonly GatewayTtft[],
  { ttftP95Seconds }: Pick<Limits, "ttftP95Seconds">,
): JudgedTtft {
  const { ttftP95 } = readings;
  if (!isQueueExcludedFromTtft(readings)) return { reading: ttftP95 };
  const gateway = gateways.find(({ reading }) => reading.kind === "present");
  if (gateway !== undefined) {
    const { slug, title, reading } = gateway;
    return { reading, gateway: { slug, title } };
  }
  // The engine's TTFT is too long even without the queue.
  if (exceedsLimit(presentValue(ttftP95), ttftP95Seconds) === true) return { reading: ttftP95 };
  return { reading: { kind: "absent", reason: "not-exposed", detail: excludedQueueDetail } };
}

const excludedQueueDetail =
  "The engine's TTFT excludes the queue: the mean time in the queue is longer than the mean TTFT.";
