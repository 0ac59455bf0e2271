/** The lists of engines and exporters. To add one, add its folder, its id, and one line here. */
import {
  engineIds,
  exporterIds,
  type Deployment,
  type EngineId,
  type ExporterId,
} from "@/lib/model/deployment/deployment";
import type { Engine } from "./definitions/engine";
import type { Exporter } from "./definitions/exporter";
import { dynamo } from "./dynamo";
import { epp } from "./epp";
import { amdExporter } from "./exporters/amd";
import { cadvisorExporter } from "./exporters/cadvisor";
import { dcgmExporter } from "./exporters/dcgm";
import { ncclInspectorExporter } from "./exporters/nccl-inspector";
import { nodeExporter } from "./exporters/node";
import { nvidiaGpuExporter } from "./exporters/nvidia-gpu-exporter";
import { pgbouncerExporter } from "./exporters/pgbouncer";
import { postgresExporter } from "./exporters/postgres";
import { rayDataExporter } from "./exporters/ray-data";
import { withMappedMetrics } from "./definitions/mapped-metrics";
import { litellm } from "./litellm";
import { otelGenai } from "./otel-genai";
import { otelGenaiUtf8 } from "./otel-genai-utf8";
import { rayData } from "./ray-data";
import { rayVllm } from "./ray-vllm";
import { handmade } from "./hand-made";
import { llamaCpp } from "./llama-cpp";
import { sglang } from "./sglang";
import { sglangGateway } from "./sglang-gateway";
import { tgi } from "./tgi";
import { trainingJob } from "./training";
import { triton } from "./triton";
import { tritonTrtllm } from "./triton-trtllm";
import { trtllm } from "./trtllm";
import { vllm } from "./vllm";

const engineRecord: { readonly [Id in EngineId]: Engine } = {
  vllm,
  "ray-vllm": rayVllm,
  dynamo,
  epp,
  litellm,
  "otel-genai": otelGenai,
  "otel-genai-utf8": otelGenaiUtf8,
  "ray-data": rayData,
  sglang,
  "sglang-gateway": sglangGateway,
  tgi,
  trtllm,
  "triton-trtllm": tritonTrtllm,
  triton,
  "llama-cpp": llamaCpp,
  "hand-made": handmade,
  training: trainingJob,
};
const exporterRecord: { readonly [Id in ExporterId]: Exporter } = {
  dcgm: dcgmExporter,
  "nvidia-gpu-exporter": nvidiaGpuExporter,
  amd: amdExporter,
  node: nodeExporter,
  cadvisor: cadvisorExporter,
  postgres: postgresExporter,
  pgbouncer: pgbouncerExporter,
  "ray-data": rayDataExporter,
  "nccl-inspector": ncclInspectorExporter,
};

/** Engines that discovery recognizes by their metric names. Engines without detection metrics are not in this list. */
export const detectableEngines: readonly Engine[] = engineIds
  .map((id) => engineRecord[id])
  .filter(({ detectionMetrics }) => detectionMetrics.length > 0);
/** All exporters; within a family, the preferred one is first. */
export const exporters: readonly Exporter[] = exporterIds.map((id) => exporterRecord[id]);

/** Returns the definition of an engine. */
export function engineById(id: EngineId): Engine {
  return engineRecord[id];
}

/** Returns the definition of a deployment's engine, with the metrics that the deployment maps. */
export function engineOfDeployment(deployment: Pick<Deployment, "engine" | "mappings">): Engine {
  return withMappedMetrics(engineRecord[deployment.engine], deployment);
}

/** Returns the definition of an exporter. */
export function exporterById(id: ExporterId): Exporter {
  return exporterRecord[id];
}
