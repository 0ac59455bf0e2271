/**
 * The TTFT that the status judges. An engine whose TTFT excludes the queue or the prefill is judged by the TTFT of a
 * gateway in front of it, which measures the same requests from their arrival. Without such a gateway, the engine's
 * TTFT can only show that the first token takes too long, not that it is fast enough.
 */
import type { Pool } from "@/lib/model/deployment/deployment";
import type { Limits } from "@/lib/model/deployment/limits";
import type { Reading } from "@/lib/model/reading";
import { exceedsLimit, readingValueOrNull } from "./evidence";

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

/** Part of the time to the first token that the engine's TTFT excludes. */
export type ExcludedTtftPart = "queue" | "prefill";

/** Gateway in front of an engine, with the TTFT p95 of the gateway. */
export interface GatewayTtftReading {
  readonly slug: string;
  readonly title: string;
  readonly reading: Reading;
}

/** Gateway whose TTFT replaces the TTFT of the engine, and the part that the TTFT of the engine excludes. */
export interface TtftGateway extends Pick<GatewayTtftReading, "slug" | "title"> {
  readonly excludedPart: ExcludedTtftPart;
}

/** TTFT p95 from which the status is decided. */
export interface JudgedTtft {
  readonly reading: Reading;
  /** The gateway that measured it; absent for the TTFT of the deployment. */
  readonly gateway?: TtftGateway;
}

/**
 * Returns which part the engine's TTFT evidently excludes: the prefill if workers only decode, or the queue if requests
 * wait longer on average than their TTFT. Null if it excludes none.
 */
export function findExcludedTtftPart(
  { ttftMean, meanQueueSeconds }: TtftReadings,
  pools: readonly Pick<Pool, "role">[],
): ExcludedTtftPart | null {
  if (pools.some(({ role }) => role === "decode")) return "prefill";
  const mean = readingValueOrNull(ttftMean);
  return mean !== null && (meanQueueSeconds ?? 0) > minQueueRatio * mean ? "queue" : null;
}

interface TtftChoice {
  readonly excludedPart: ExcludedTtftPart | null;
  /** Gateways in front of the engine, outermost first. */
  readonly gateways: readonly GatewayTtftReading[];
  readonly limits: Pick<Limits, "ttftP95Seconds">;
}

/**
 * Chooses the TTFT p95 that decides the status: the TTFT of the engine, or the TTFT of a gateway if the engine's TTFT
 * excludes a part.
 */
export function chooseJudgedTtft(
  { ttftP95 }: Pick<TtftReadings, "ttftP95">,
  { excludedPart, gateways, limits }: TtftChoice,
): JudgedTtft {
  if (excludedPart === null) return { reading: ttftP95 };
  const gateway = gateways.find(({ reading }) => reading.kind === "present");
  if (gateway !== undefined) {
    const { slug, title, reading } = gateway;
    return { reading, gateway: { slug, title, excludedPart } };
  }
  // The engine's TTFT is too long even without the excluded part.
  if (exceedsLimit(readingValueOrNull(ttftP95), limits.ttftP95Seconds) === true) return { reading: ttftP95 };
  return { reading: { kind: "absent", reason: "not-exposed", detail: excludedDetails[excludedPart] } };
}

const excludedDetails: { readonly [P in ExcludedTtftPart]: string } = {
  queue: "The engine's TTFT excludes the queue: the mean time in the queue is longer than the mean TTFT.",
  prefill: "The engine's TTFT excludes the prefill: some workers of the engine only decode.",
};
