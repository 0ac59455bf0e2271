// The comparison of slow requests with the others that step 3 collects. Traces exist since the start of the demo only.
import { setTimeout as wait } from "node:timers/promises";
import { collectedDataContract, type CollectedItem } from "@/lib/contracts/investigations/collected-data";
import { collectStepData } from "@/lib/services/investigations/collections/collect-step-data";
import { traceComparisonLimits } from "@/lib/model/traces/compared-group";
import type { TimeWindow } from "@/lib/model/time-window";
import type { EndpointCaller } from "../writing/call-endpoint";
import { releaseDeployment } from "./release-dates";

const attemptCount = 20;
const pauseMs = 1_000;

export interface SlowRequests {
  /** Sentences of the product about the traces. */
  readonly text: string;
  /** Window of the comparison; null if it is not available. */
  readonly window: TimeWindow | null;
}

/** Returns the comparison of the investigation's time. Throws AppError. */
export async function readSlowRequests(call: EndpointCaller, number: number): Promise<SlowRequests> {
  const item = await readItem(call, number, attemptCount);
  if (item?.state === "collected") return { text: item.summary ?? "", window: item.window };
  return { text: item?.state === "unavailable" ? item.reason : "", window: null };
}

async function readItem(
  call: EndpointCaller,
  number: number,
  attempts: number,
): Promise<CollectedItem | undefined> {
  const params = { number: String(number), step: "collect-data" } as const;
  const { items } = await call(collectedDataContract, collectStepData, { params });
  const item = items.find(({ collection }) => collection === "trace-comparison");
  if (item?.state !== "pending" || attempts <= 1) return item;
  await wait(pauseMs);
  return readItem(call, number, attempts - 1);
}

/** Returns the question whose answer is the comparison in this window. */
export function createSlowRequestsQuestion(window: TimeWindow) {
  return {
    endpoint: "trace-comparison",
    deployment: releaseDeployment,
    window,
    a: "slow",
    b: "rest",
    aDeployment: null,
    bDeployment: null,
    time: "first-token",
    slowQuantile: 0.95,
    slowOverMs: null,
    changeAtMs: null,
    comparedAttribute: null,
    maxRequests: traceComparisonLimits.defaultTraces,
    service: null,
    operation: null,
    minMs: null,
    maxMs: null,
    errors: null,
    attribute: null,
  } as const;
}
