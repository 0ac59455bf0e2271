/** Pool metrics of the endpoint picker: averages over the endpoints, its queue and its scheduling decisions. */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import { eppBucketEdges } from "./epp-edges";
import {
  sumEngineStates,
  type EngineState,
  type ExporterFacts,
} from "@/demo/simulator/exposition/exposition";
import type { Labels, Registry } from "@/demo/simulator/exposition/registry";
import { measureGatewayTimes } from "@/demo/simulator/exposition/request-times";

/** Fraction of the admission time that requests wait in the gateway's queues. Scheduling takes the rest. */
const queueShare = 0.6;

interface PoolPlan {
  readonly models: Labels;
  readonly flows: readonly Labels[];
}

/** Registers the pool's gauges and the scheduler's metrics. */
export function createEppPoolMetrics(registry: Registry, facts: ExporterFacts, { models, flows }: PoolPlan) {
  const pool: Labels = { name: `${facts.deploymentName}-pool` };
  const gauge = (name: string, help: string, known: readonly Labels[] = [pool]) =>
    registry.gauge(name, help, known);
  const gaugePair = (name: string, oldName: string, help: string) => {
    const [one, other] = [gauge(`llm_d_epp_${name}`, help), gauge(oldName, `[Deprecated] ${help}`)];
    return (value: number): void => {
      one.set(value, pool);
      other.set(value, pool);
    };
  };
  const usage = gaugePair(
    "average_kv_cache_utilization",
    "inference_pool_average_kv_cache_utilization",
    "The average kv cache utilization for an inference server pool.",
  );
  const queue = gaugePair(
    "average_queue_size",
    "inference_pool_average_queue_size",
    "The average number of requests pending in the model server queue.",
  );
  const ready = gaugePair("ready_endpoints", "inference_pool_ready_pods", "The number of ready endpoints.");
  const meanRunning = gauge("llm_d_epp_average_running_requests", "The average number of running requests.");
  const perEndpoint = gauge("llm_d_epp_per_endpoint_queue_size", "The queue size of each endpoint.", []);
  const running = gauge("llm_d_epp_request_running", "Active requests.", flows);
  const oldRunning = gauge("inference_objective_running_requests", "[Deprecated] Active requests.", []);
  const flowQueue = gauge("llm_d_epp_flow_control_queue_size", "Requests in the flow control layer.", []);
  const inPool = { inference_pool: pool["name"] ?? "" };
  const gauges = (states: readonly EngineState[], now: ReadonlyMap<Labels, number>): void => {
    const total = sumEngineStates(states);
    usage(total.kvUsageRatio);
    queue(total.waitingCount / states.length);
    ready(states.length);
    meanRunning.set(total.runningCount / states.length, pool);
    for (const [engineIndex, { waitingCount }] of states.entries())
      perEndpoint.set(waitingCount, {
        ...pool,
        model_server_endpoint: facts.engines[engineIndex]?.pod ?? "",
      });
    for (const flow of flows) {
      running.set(now.get(flow) ?? 0, flow);
      flowQueue.set(0, { ...flow, ...inPool });
    }
    const sum = [...now.values()].reduce((total, count) => total + count, 0);
    oldRunning.set(sum, { model_name: models["model_name"] ?? "" });
  };
  return { gauges, scheduled: choices(registry, facts, models) };
}

/** Registers the scheduler's metrics and returns a function that records one request. */
function choices(registry: Registry, facts: ExporterFacts, models: Labels) {
  const seconds = (name: string, help: string, edges: readonly number[], known?: readonly Labels[]) =>
    registry.histogram(name, help, edges, known);
  const waited = seconds(
    "llm_d_epp_flow_control_request_queue_duration_seconds",
    "Time in the flow control layer.",
    eppBucketEdges.flowControl,
    [],
  );
  const scheduler = seconds(
    "llm_d_epp_scheduler_e2e_duration_seconds",
    "End-to-end scheduling latency.",
    eppBucketEdges.scheduler,
  );
  const oldScheduler = seconds(
    "inference_extension_scheduler_e2e_duration_seconds",
    "[Deprecated] End-to-end scheduling latency.",
    eppBucketEdges.scheduler,
  );
  const attempts = registry.counter("llm_d_epp_scheduler_attempts_total", "Scheduling attempts.", []);
  const hitRatio = seconds(
    "llm_d_epp_prefix_indexer_hit_ratio",
    "Ratio of the prefix found.",
    eppBucketEdges.hitRatio,
    [],
  );
  const inPool = { inference_pool: `${facts.deploymentName}-pool` };
  return (request: EngineRequest, flow: Labels, engineIndex: number): void => {
    const { admission } = measureGatewayTimes(request);
    waited.observe(admission * queueShare, { ...flow, ...inPool, outcome: "Dispatched" });
    scheduler.observe(admission * (1 - queueShare));
    oldScheduler.observe(admission * (1 - queueShare));
    attempts.add(1, {
      status: "success",
      target_model_name: models["target_model_name"] ?? "",
      endpoint_name: facts.engines[engineIndex]?.pod ?? "",
      namespace: "serving",
      port: "8000",
    });
    hitRatio.observe(request.cachedTokens / request.promptTokens, {
      plugin_name: "prefix-cache-scorer",
      plugin_type: "prefix-cache-scorer",
    });
  };
}
