/** vLLM's gauges: running and waiting requests, the KV cache, and info series with the constant value 1. */
import type { EngineFacts, EngineState, ExporterFacts } from "@/demo/simulator/exposition/exposition";
import type { Labels, Registry } from "@/demo/simulator/exposition/registry";
import type { VllmRelease } from "./vllm";

interface GaugePlan {
  readonly facts: ExporterFacts;
  readonly engineLabels: readonly Labels[];
  readonly release: VllmRelease;
  readonly addedLabels: Labels;
}

/** Values of the sleep state's label. An engine of the simulation is always awake. */
export const sleepStates = ["awake", "weights_offloaded", "discard_all"] as const;

/** Returns the labels with which an engine reports the configuration of its KV cache. */
export function createCacheConfigLabels(engine: EngineFacts, engineIndex: number): Labels {
  return {
    block_size: String(engine.tokensPerKvBlock),
    cache_dtype: "auto",
    engine: String(engineIndex),
    gpu_memory_utilization: String(engine.gpuMemoryRatio),
    num_gpu_blocks: String(engine.kvBlockCount),
  };
}

/** Registers the gauges and returns a function that sets them at a scrape. */
export function createVllmGauges(
  registry: Registry,
  { facts, engineLabels, release, addedLabels }: GaugePlan,
): (states: readonly EngineState[]) => void {
  const isOld = release !== "current";
  const gauge = (name: string, help: string, known = engineLabels) =>
    registry.gauge(`vllm:${name}`, help, known);
  const each = (labels: Labels) => engineLabels.map((engine): Labels => ({ ...engine, ...labels }));
  const running = gauge("num_requests_running", "Number of requests in model execution batches.");
  const waiting = gauge("num_requests_waiting", "Number of requests waiting to be processed.");
  const kv = gauge(
    isOld ? "gpu_cache_usage_perc" : "kv_cache_usage_perc",
    "KV-cache usage. 1 means 100 percent usage.",
  );
  if (release === "V0") {
    // Preemption by recompute never swaps.
    gauge("num_requests_swapped", "Number of requests swapped to CPU.");
    gauge("cpu_cache_usage_perc", "CPU KV-cache usage. 1 means 100 percent usage.");
  }
  const newer = isOld ? null : newerGauges();

  function newerGauges() {
    const capacity = each({ reason: "capacity" });
    const byReason = gauge("num_requests_waiting_by_reason", "Number of waiting requests by reason.", [
      ...capacity,
      ...each({ reason: "deferred" }),
    ]);
    const sleep = sleepStates.map((state) => ({ state, labels: each({ sleep_state: state }) }));
    const sleeping = gauge(
      "engine_sleep_state",
      "Engine sleep state; awake = 0 means engine is sleeping.",
      sleep.flatMap(({ labels }) => labels),
    );
    return { byReason, capacity, sleeping, sleep };
  }

  // The labels describe the cache configuration; the model is not among them.
  const config = gauge("cache_config_info", "Information of the LLMEngine CacheConfig", []);
  const configOf = facts.engines.map((engine, engineIndex): Labels => ({
    ...createCacheConfigLabels(engine, engineIndex),
    ...addedLabels,
  }));
  return (states) => {
    for (const [engineIndex, labels] of engineLabels.entries()) {
      const state = states[engineIndex];
      if (state === undefined) continue;
      running.set(state.runningCount, labels);
      waiting.set(state.waitingCount, labels);
      kv.set(state.kvUsageRatio, labels);
      config.set(1, configOf[engineIndex]);
      newer?.byReason.set(state.waitingCount, newer.capacity[engineIndex]);
      for (const { state: name, labels: named } of newer?.sleep ?? [])
        newer?.sleeping.set(name === "awake" ? 1 : 0, named[engineIndex]);
    }
  };
}
