/** The lists of engines and of exporters. Adding one is its folder, its id, and one line here. */
import type { EngineId, ExporterId } from "@/lib/model/deployment";
import type { Engine } from "./engine";
import type { Exporter } from "./exporter";
import { dcgm } from "./exporters/dcgm";
import { node } from "./exporters/node";
import { handMade } from "./hand-made";
import { llamaCpp } from "./llama-cpp";
import { sglang } from "./sglang";
import { sglangGateway } from "./sglang-gateway";
import { tgi } from "./tgi";
import { triton } from "./triton";
import { tritonTrtllm } from "./triton-trtllm";
import { trtllm } from "./trtllm";
import { vllm } from "./vllm";

const engineRecord: { readonly [Id in EngineId]: Engine } = {
  vllm,
  sglang,
  "sglang-gateway": sglangGateway,
  tgi,
  trtllm,
  "triton-trtllm": tritonTrtllm,
  triton,
  "llama-cpp": llamaCpp,
  "hand-made": handMade,
};
const exporterRecord: { readonly [Id in ExporterId]: Exporter } = { dcgm, node };

export const engines: readonly Engine[] = Object.values(engineRecord);
export const exporters: readonly Exporter[] = Object.values(exporterRecord);

export function engineById(id: EngineId): Engine {
  return engineRecord[id];
}

export function exporterById(id: ExporterId): Exporter {
  return exporterRecord[id];
}
