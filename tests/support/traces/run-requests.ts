/**
 * Simulates a deployment with known requests: answered ones, one that can never fit, one whose client disconnects.
 * Tests compare the printed metrics with these requests.
 */
import { SimulatedDeployment } from "@/demo/simulator/deployment";
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type { CompletedStep } from "@/demo/simulator/engine/engine";
import type { Exposition } from "@/demo/simulator/exposition/exposition";
import { gpus, models } from "@/demo/simulator/hardware";
import { parseExposition, type Families } from "@/tests/support/histories/exposition-text";

export interface RequestRun {
  /** Strictly parsed text of each exposition, in the given order; of one engine when there are several. */
  readonly families: Families;
  readonly scrapes: readonly Families[];
  readonly texts: readonly string[];
  readonly answered: readonly EngineRequest[];
  readonly refused: EngineRequest;
  readonly disconnected: EngineRequest;
  readonly requests: readonly EngineRequest[];
  readonly steps: readonly CompletedStep[];
  readonly preemptions: number;
  readonly deployment: SimulatedDeployment;
  readonly scrape: (nowMs: number) => readonly Families[];
}

interface RunOptions {
  readonly instances?: number;
  readonly gpusPerInstance?: number;
  /** Available fraction of the KV cache. */
  readonly kvCacheRatio?: number;
  readonly hasFeatureStore?: boolean;
}

export const startMs = Date.UTC(2026, 10, 18, 9);
export const answeredCount = 40;

/** Simulates 42 requests over ten seconds and waits until all have ended. */
export function runRequests(expositions: readonly Exposition[], options: RunOptions = {}): RequestRun {
  const steps: CompletedStep[] = [];
  let preemptions = 0;
  const witness: Exposition = {
    id: "witness",
    title: "Recorded events",
    scope: "engine",
    port: 1,
    path: "/",
    create: () => ({
      createHandlers: () => ({
        onStep: (step) => steps.push(step),
        onPreempt: () => {
          preemptions += 1;
        },
      }),
      printMetrics: () => "",
      resetCounters: () => {},
    }),
  };
  const deployment = new SimulatedDeployment(
    {
      name: "toy",
      model: { ...models["llama-3.1-8b"], servedName: "toy-8b" },
      gpu: gpus.l40s,
      instanceCount: options.instances ?? 1,
      gpusPerInstance: options.gpusPerInstance ?? 1,
      maxSequences: 64,
      stepTokenBudget: 2048,
      gpuMemoryRatio: 0.9,
      cpuCoresPerInstance: 8,
      featureStore: options.hasFeatureStore === true ? { medianLookupSeconds: 0.035, sigma: 0.5 } : null,
      expositions: [...expositions, witness],
      // No random traffic: one request in thirty years.
      traffic: {
        requestsPerSecond: 1e-9,
        dailyAmplitudeRatio: 0,
        weekendLoadRatio: 1,
        peakHourUtc: 12,
        promptLength: { medianTokens: 1, sigma: 0, maxTokens: 1 },
        outputLength: { medianTokens: 1, sigma: 0, maxTokens: 1 },
        prefixHitRatio: 0.25,
      },
    },
    { seed: 5, startMs, listener: { onRequestDone: () => {} } },
  );
  if (options.kvCacheRatio !== undefined)
    deployment.setFault("kv-cache-squeezed", options.kvCacheRatio, startMs);
  const order = (atMs: number, promptTokens: number, plannedOutputTokens: number): EngineRequest => {
    deployment.advance(atMs);
    return deployment.acceptRequest(atMs, { promptTokens, plannedOutputTokens, onEnd: () => {} }).request;
  };
  const answered = Array.from({ length: answeredCount }, (_, index) =>
    order(startMs + index * 200, 200 + 37 * index, index === 0 ? 1 : 20 + 3 * index),
  );
  const refused = order(startMs + 9_000, 5_000_000, 10);
  const leaving = deployment.acceptRequest(startMs + 9_500, {
    promptTokens: 300,
    plannedOutputTokens: 4_000,
    onEnd: () => {},
  });
  deployment.advance(startMs + 11_000);
  leaving.instance.engine.abort(leaving.request, startMs + 11_000);
  deployment.advance(startMs + 600_000);
  const targets = deployment.listTargets().filter(({ labels }) => labels["job"] !== "witness");
  const scrape = (nowMs: number): readonly Families[] =>
    targets.map(({ printMetrics }) => parseExposition(printMetrics(nowMs)));
  const texts = targets.map(({ printMetrics }) => printMetrics(startMs + 600_000));
  const scrapes = texts.map(parseExposition);
  return {
    families: scrapes[0] ?? new Map(),
    scrapes,
    texts,
    answered,
    refused,
    disconnected: leaving.request,
    requests: [...answered, refused, leaving.request],
    steps,
    preemptions,
    deployment,
    scrape,
  };
}

export const sumOf = (requests: readonly EngineRequest[], of: (request: EngineRequest) => number): number =>
  requests.reduce((sum, request) => sum + of(request), 0);

export const promptTokens = (requests: readonly EngineRequest[]): number =>
  sumOf(requests, (one) => one.promptTokens);
export const outputTokens = (requests: readonly EngineRequest[]): number =>
  sumOf(requests, (one) => one.generatedTokens);
export const cachedTokens = (requests: readonly EngineRequest[]): number =>
  sumOf(requests, (one) => one.cachedTokens);
