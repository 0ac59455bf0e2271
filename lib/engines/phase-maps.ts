/** The list of what engines' spans mean. Adding one is `spans.ts` in its folder and one line here. */
import type { EngineId } from "@/lib/model/deployment";
import type { PhaseMap } from "@/lib/model/phase-map";
import type { PhaseRule } from "@/lib/model/phase-rule";
import { anyServiceSpans } from "./any-service/spans";
import { dynamoSpans } from "./dynamo/spans";
import { handMadeSpans } from "./hand-made/spans";
import { litellmSpans } from "./litellm/spans";
import { otelGenaiSpans } from "./otel-genai/spans";
import { ownPhaseMap } from "./own-phase-map";
import { sglangSpans } from "./sglang/spans";
import { tgiSpans } from "./tgi/spans";
import { trtllmSpans } from "./trtllm/spans";
import { vllmSpans } from "./vllm/spans";

/** Those that know their spans by name before those that know them by attribute. */
const mapsInOrder: readonly (readonly [readonly EngineId[], PhaseMap])[] = [
  [["vllm", "ray-vllm"], vllmSpans],
  [["sglang", "sglang-gateway"], sglangSpans],
  [["tgi"], tgiSpans],
  [["dynamo"], dynamoSpans],
  [["litellm"], litellmSpans],
  [["hand-made"], handMadeSpans],
  [["trtllm", "triton-trtllm"], trtllmSpans],
  [["otel-genai", "otel-genai-utf8"], otelGenaiSpans],
];

/** The maps to read a trace by: a team's own rules first, then that of the deployment's engine, the others, plain names last. */
export function phaseMapsFor(
  engine: EngineId | null,
  ownRules: readonly PhaseRule[] = [],
): readonly PhaseMap[] {
  const isOwn = ([ids]: (typeof mapsInOrder)[number]): boolean => engine !== null && ids.includes(engine);
  const own = mapsInOrder.filter(isOwn);
  const others = mapsInOrder.filter((one) => !isOwn(one));
  const said = ownRules.length === 0 ? [] : [ownPhaseMap(ownRules)];
  return [...said, ...[...own, ...others].map(([, map]) => map), anyServiceSpans];
}
