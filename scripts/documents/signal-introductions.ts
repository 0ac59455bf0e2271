/** Sentences below the titles of `docs/signals.md`: when a section applies, and terms that its rows use. */
import type { EngineId, ExporterId } from "@/lib/model/deployment/deployment";

/** Introductions of the sections of `docs/signals.md`, by engine and by exporter. */
export const sectionIntroductions: {
  readonly engines: { readonly [Id in EngineId]?: string };
  readonly exporters: { readonly [Id in ExporterId]?: string };
} = {
  engines: {
    "otel-genai":
      "Clients and servers that follow OpenTelemetry's GenAI conventions. These names apply when Prometheus replaces dots with underscores, as it does by default.",
    "otel-genai-utf8":
      "The metrics of the section above with dots in their names. They apply when Prometheus 3 stores names as UTF-8.",
    "ray-data":
      "The training signals of a Ray Train job are in the sections [Ray Data](#ray-data) and [NCCL Inspector](#nccl-inspector).",
    "triton-trtllm":
      "Triton Inference Server with the TensorRT-LLM backend. Requests are counted by Triton's core. The backend's batch manager, which schedules them, reports gauges.",
    triton: "Any other backend. Only the metrics of Triton's core are used.",
    "hand-made":
      "A service whose code exposes the metric names of common tutorials, such as `llm_ttft_seconds`.",
  },
  exporters: {
    "ray-data": "Ray Data feeds the training loop of a Ray Train job.",
    "nccl-inspector": "A profiler plugin of NCCL. node_exporter exposes its text files.",
  },
};
