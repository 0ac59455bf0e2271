/**
 * Expected values of the sample metrics when nothing is counted twice. A counter's rate is its value in the sample
 * (mostly 10) times the number of distinct series.
 */
export const engineTruths = [
  // X_total and its duplicate gauge X.
  ["ray-vllm 2.50", "requests", "rate", 10],
  ["ray-vllm 2.50", "prompt-tokens", "rate", 10],
  ["ray-vllm 2.40", "output-tokens", "rate", 10],
  // Two names of one gauge; four final states of a request, one of which is a failure.
  ["dynamo 1.0", "running", "value", 1],
  ["dynamo 1.0", "requests", "rate", 40],
  ["dynamo 1.0", "errors", "rate", 10],
  ["dynamo 1.0", "aborts", "rate", 10],
  ["dynamo 0.4", "errors", "rate", 0],
  // From a running frontend and its mock engine: three streamed requests and two that were not.
  ["dynamo 1.4.0", "requests", "rate", 5],
  ["dynamo 1.4.0", "output-tokens", "rate", 200],
  ["dynamo 1.4.0", "errors", "rate", 0],
  ["trtllm dynamo-mocker-1.4.0", "requests", "rate", 5],
  ["trtllm dynamo-mocker-1.4.0", "kv-usage", "value", 0],
  // From a running proxy: ten answered, one for an unknown model, one without a key.
  ["litellm 1.106.2", "output-tokens", "rate", 400],
  ["litellm 1.106.2", "requests", "rate", 12],
  ["litellm 1.106.2", "errors", "rate", 1],
  // New and old names at the same time.
  ["epp 0.10", "requests", "rate", 10],
  ["epp 0.10", "errors", "rate", 10],
  ["epp 0.10", "running", "value", 1],
  ["epp 0.10", "waiting", "value", 1],
  ["epp 0.10", "prompt-tokens", "rate", 13],
  ["epp gie-1.5", "requests", "rate", 10],
  ["litellm 1.60", "requests", "rate", 10],
  ["litellm 1.60", "errors", "rate", 10],
  // Server and client measured the same operations: 15 without an error, 15 with one.
  ["otel-genai server-1.41", "requests", "rate", 30],
  ["otel-genai server-1.41", "errors", "rate", 15],
  ["otel-genai server-1.41", "prompt-tokens", "rate", 15],
  ["otel-genai client-1.41", "requests", "rate", 30],
  // Container, sandbox and pod, from two jobs.
  ["exporters/cadvisor 0.49", "container-cpu", "rate", 100],
  ["exporters/cadvisor 0.49", "container-memory", "value", 8e9],
  ["exporters/cadvisor 0.49", "container-throttled", "value", 0.03],
  ["exporters/postgres 0.20", "db-transactions", "rate", 20],
  ["exporters/postgres 0.20", "db-heap-hit", "value", 0.5],
  ["exporters/postgres 0.11", "db-heap-hit", "value", 0.5],
  ["exporters/postgres 0.20", "db-query-time", "value", 0.1],
  ["exporters/pgbouncer 0.12", "db-pool-waiting", "value", 1],
  ["exporters/pgbouncer 0.12", "db-connections", "value", 5],
  // Two simultaneous reasons on one GPU, in nanoseconds per second, and four in seconds: the longest counts, not the
  // sum.
  ["exporters/dcgm 4.6", "gpu-throttled", "value", 1e-8],
  ["exporters/nvidia-gpu-exporter 1.14", "gpu-throttled", "value", 12.5],
  ["exporters/amd 1.5", "gpu-power", "value", 640],
  ["exporters/amd 1.5", "gpu-utilisation", "value", 0.5],
  ["exporters/amd 1.5", "gpu-memory-used", "value", 150_000 * 1024 * 1024],
  ["exporters/amd 1.5", "gpu-sm-clock", "value", 2.1e9],
  ["exporters/amd prefixed", "gpu-power", "value", 640],
  ["exporters/nccl-inspector 2.30", "train-allreduce-time", "value", 0.0042],
  ["exporters/nccl-inspector 2.30", "train-bus-bandwidth", "value", 35e9],
  ["exporters/ray-data 2.50", "train-batches", "rate", 1280],
  ["exporters/ray-data 2.50", "train-data-wait", "value", 0.5],
] as const;
