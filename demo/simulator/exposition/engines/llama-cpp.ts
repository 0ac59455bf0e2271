/** llama.cpp server: sums and means without labels. Output counts only for requests that finish normally. */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type {
  EngineState,
  MetricsExporter,
  Exposition,
  ExporterFacts,
} from "@/demo/simulator/exposition/exposition";
import { Registry } from "@/demo/simulator/exposition/registry";
import { isAnswered, measureRequestTimes } from "@/demo/simulator/exposition/request-times";

interface Totals {
  tokens: number;
  seconds: number;
}

const noTotals = (): Totals => ({ tokens: 0, seconds: 0 });
const rate = ({ tokens, seconds }: Totals): number => (seconds === 0 ? 0 : tokens / seconds);

function create({ firstEngine }: ExporterFacts, isFork: boolean): MetricsExporter {
  const registry = new Registry({}, { numberFormat: "plain" });
  const counter = (name: string, help: string) => registry.counter(`llamacpp:${name}`, help);
  const gauge = (name: string, help: string) => registry.gauge(`llamacpp:${name}`, help);
  const prompt = counter("prompt_tokens_total", "Number of prompt tokens processed.");
  const cached = counter("prompt_tokens_cached_total", "Number of prompt tokens found in the cache.");
  const promptSeconds = counter("prompt_seconds_total", "Prompt process time");
  const predicted = counter("tokens_predicted_total", "Number of generation tokens processed.");
  const predictedSeconds = counter("tokens_predicted_seconds_total", "Predict process time");
  const decodes = counter("n_decode_total", "Total number of llama_decode() calls");
  // Declared as a counter although it is a maximum.
  const longest = counter("n_tokens_max", "Largest observed n_tokens.");
  for (const kind of ["draft", "accepted"])
    counter(`spec_decode_num_${kind}_tokens_total`, `Number of ${kind} tokens of speculative decoding.`);
  const slots = gauge("n_busy_slots_per_decode", "Average number of busy slots per llama_decode() call");
  const promptRate = gauge("prompt_tokens_seconds", "Average prompt throughput in tokens/s.");
  const predictedRate = gauge("predicted_tokens_seconds", "Average generation throughput in tokens/s.");
  const processing = gauge("requests_processing", "Number of requests processing.");
  const deferred = gauge("requests_deferred", "Number of requests deferred.");
  const usage = isFork ? gauge("kv_cache_usage_ratio", "KV-cache usage. 1 means 100 percent usage.") : null;
  const cacheTokens = isFork ? gauge("kv_cache_tokens", "KV-cache tokens.") : null;
  let [promptTotals, predictionTotals] = [noTotals(), noTotals()];
  let busy = { slots: 0, calls: 0, maxSlots: 0 };

  const recordPrompt = (request: EngineRequest): void => {
    const seconds = measureRequestTimes(request).prefill ?? 0;
    const tokens = request.promptTokens - request.cachedTokens;
    prompt.add(tokens);
    cached.add(request.cachedTokens);
    promptSeconds.add(seconds);
    promptTotals = { tokens: promptTotals.tokens + tokens, seconds: promptTotals.seconds + seconds };
  };
  const recordEnd = (request: EngineRequest): void => {
    if (!isAnswered(request)) return;
    const seconds = measureRequestTimes(request).decode ?? 0;
    predicted.add(request.generatedTokens);
    predictedSeconds.add(seconds);
    predictionTotals = {
      tokens: predictionTotals.tokens + request.generatedTokens,
      seconds: predictionTotals.seconds + seconds,
    };
    const tokens = request.promptTokens + request.generatedTokens;
    longest.add(Math.max(0, tokens - busy.maxSlots));
    busy.maxSlots = Math.max(busy.maxSlots, tokens);
  };
  return {
    createHandlers: () => ({
      onToken: (request, _atMs, gapMs) => {
        if (gapMs === null) recordPrompt(request);
      },
      onFinish: recordEnd,
      onStep: ({ sequenceCount }) => {
        decodes.add(1);
        busy = { ...busy, slots: busy.slots + sequenceCount, calls: busy.calls + 1 };
      },
    }),
    printMetrics: ([state]: readonly EngineState[]) => {
      processing.set(state?.runningCount ?? 0);
      deferred.set(state?.waitingCount ?? 0);
      usage?.set(state?.kvUsageRatio ?? 0);
      cacheTokens?.set((state?.usedKvBlocks ?? 0) * firstEngine.tokensPerKvBlock);
      slots.set(busy.slots / Math.max(1, busy.calls));
      promptRate.set(rate(promptTotals));
      predictedRate.set(rate(predictionTotals));
      // The means cover the time since the previous scrape, so every scrape resets them.
      [promptTotals, predictionTotals] = [noTotals(), noTotals()];
      return registry.print();
    },
    resetCounters: () => {
      registry.reset();
      busy = { slots: 0, calls: 0, maxSlots: 0 };
    },
  };
}

const common = { scope: "engine", port: 8080, path: "/metrics" } as const;

export const llamaCpp: Exposition = {
  ...common,
  id: "llama-cpp",
  title: "llama.cpp server",
  create: (facts) => create(facts, false),
};

/** Forks and older builds that still expose KV cache gauges. */
export const llamaCppFork: Exposition = {
  ...common,
  id: "llama-cpp-fork",
  title: "llama.cpp server of a fork with KV cache gauges",
  create: (facts) => create(facts, true),
};
