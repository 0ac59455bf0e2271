/** The list of engines. Adding one is its folder and one line here. */
import type { EngineId } from "@/lib/model/deployment";
import type { Engine } from "./engine";
import { vllm } from "./vllm";

export const engines: readonly Engine[] = [vllm];

const byId: { readonly [Id in EngineId]: Engine } = { vllm };

export function engineById(id: EngineId): Engine {
  return byId[id];
}
