/** The list of span rules of all engines. To add one, add `spans.ts` in the engine's folder and one line here. */
import type { EngineId } from "@/lib/model/deployment/deployment";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import type { PhaseRule } from "@/lib/model/traces/phase-rule";
import { anyServicePhaseMap } from "@/lib/engines/any-service/spans";
import { dynamoPhaseMap } from "@/lib/engines/dynamo/spans";
import { handmadePhaseMap } from "@/lib/engines/hand-made/spans";
import { litellmPhaseMap } from "@/lib/engines/litellm/spans";
import { otelGenaiPhaseMap } from "@/lib/engines/otel-genai/spans";
import { createTeamPhaseMap } from "./team-phase-map";
import { sglangPhaseMap } from "@/lib/engines/sglang/spans";
import { tgiPhaseMap } from "@/lib/engines/tgi/spans";
import { trtllmPhaseMap } from "@/lib/engines/trtllm/spans";
import { vllmPhaseMap } from "@/lib/engines/vllm/spans";

/** Rules that recognize spans by name precede rules that recognize them by attribute. */
const mapsInOrder: readonly (readonly [readonly EngineId[], PhaseMap])[] = [
  [["vllm", "ray-vllm"], vllmPhaseMap],
  [["sglang", "sglang-gateway"], sglangPhaseMap],
  [["tgi"], tgiPhaseMap],
  [["dynamo"], dynamoPhaseMap],
  [["litellm"], litellmPhaseMap],
  [["hand-made"], handmadePhaseMap],
  [["trtllm", "triton-trtllm"], trtllmPhaseMap],
  [["otel-genai", "otel-genai-utf8"], otelGenaiPhaseMap],
];

/**
 * Returns the phase rules for a trace in order of priority: rules of the team, of the deployment's engine,
 * of other engines, and of any service.
 */
export function listPhaseMaps(
  engine: EngineId | null,
  teamRules: readonly PhaseRule[] = [],
): readonly PhaseMap[] {
  const isEngineMap = ([ids]: (typeof mapsInOrder)[number]): boolean =>
    engine !== null && ids.includes(engine);
  const engineMaps = mapsInOrder.filter(isEngineMap);
  const otherMaps = mapsInOrder.filter((one) => !isEngineMap(one));
  const teamMaps = teamRules.length === 0 ? [] : [createTeamPhaseMap(teamRules)];
  return [...teamMaps, ...[...engineMaps, ...otherMaps].map(([, map]) => map), anyServicePhaseMap];
}
