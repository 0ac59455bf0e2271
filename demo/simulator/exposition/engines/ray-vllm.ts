/** vLLM in Ray Serve: Ray's prefix and labels, and every counter a second time as a gauge. */
import type { Exposition, ExporterFacts } from "@/demo/simulator/exposition/exposition";
import { createVllmExporter, type VllmVariant } from "./vllm";
import type { Labels } from "@/demo/simulator/exposition/registry";

const rayLabels = ({ firstEngine }: ExporterFacts): Labels => ({
  ReplicaId: `replica-${firstEngine.pod}`,
  WorkerId: `worker-${firstEngine.pod}`,
  SessionName: "session_2026-11-20_08-00-00",
  Version: "2.49.0",
  Component: "core_worker",
});

const inRay: VllmVariant = { alsoExposesCountersAsGauges: true, hasHttpMetrics: false };
const common = { scope: "engine", port: 8080, path: "/metrics" } as const;

export const rayVllm: Exposition = {
  ...common,
  id: "ray-vllm",
  title: "vLLM in Ray Serve",
  create: (facts) =>
    createVllmExporter(facts, {
      ...inRay,
      addedLabels: rayLabels,
      renameMetric: (name) => `ray_${name.replaceAll(/\W/g, "_")}`,
    }),
};

/** Format of older Ray releases: the colon is preserved, one label is missing, and vLLM is 0.9. */
export const rayVllmOld: Exposition = {
  ...common,
  id: "ray-vllm-old",
  title: "vLLM 0.9 in an older Ray Serve",
  create: (facts) =>
    createVllmExporter(facts, {
      ...inRay,
      release: "0.9",
      addedLabels: ({ firstEngine }) => ({ WorkerId: `worker-${firstEngine.pod}` }),
      renameMetric: (name) => `ray_${name}`,
    }),
};
