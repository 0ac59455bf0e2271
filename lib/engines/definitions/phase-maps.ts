/** The list of span rules of all engines. To add one, add `spans.ts` in the engine's folder and one line here. */
import type { EngineId } from "@/lib/model/deployment/deployment";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import type { PhaseRule } from "@/lib/model/traces/phase-rule";
import { anyServiceSpans } from "@/lib/engines/any-service/spans";
import { dynamoSpans } from "@/lib/engines/dynamo/spans";
import { handmadeSpans } from "@/lib/engines/hand-made/spans";
import { litellmSpans } from "@/lib/engines/litellm/spans";
import { otelGenaiSpans } from "@/lib/engines/otel-genai/spans";
import { createTeamPhaseMap } from "./team-phase-map";
import { sglangSpans } from "@/lib/engines/sglang/spans";
import { tgiSpans } from "@/lib/engines/tgi/spans";
import { trtllmSpans } from "@/lib/engines/trtllm/spans";
import { vllmSpans } from "@/lib/engines/vllm/spans";

/** Rules that recognize spans by name precede rules that recognize them by attribute. */
const mapsInOrder: readonly (readonly [readonly EngineId[], PhaseMap])[] = [
  [["vllm", "ray-vllm"], vllmSpans],
  [["sglang", "sglang-gateway"], sglangSpans],
  [["tgi"], tgiSpans],
  [["dynamo"], dynamoSpans],
  [["litellm"], litellmSpans],
  [["hand-made"], handmadeSpans],
  [["trtllm", "triton-trtllm"], trtllmSpans],
  [["otel-genai", "otel-genai-utf8"], otelGenaiSpans],
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
  return [...teamMaps, ...[...engineMaps, ...otherMaps].map(([, map]) => map), anyServiceSpans];
}
