/** A deployment's own mapping as recipes, and its engine as the mapping makes it. Pure. */
import type { Deployment } from "@/lib/model/deployment";
import {
  kindOf,
  wholeOf,
  type MappedSignal,
  type SignalMapping,
  type SignalMappings,
} from "@/lib/model/signal-mapping";
import { signalDefinition, signalsOf } from "@/lib/model/signals";
import type { Engine } from "./engine";
import { notExposed, type MetricRef, type Recipe } from "./recipe";

/** What turns a signal of training on where no exporter has it. */
export const mapOneOfYourOwn =
  "Map a metric of the training loop to it: Settings › Deployments, Edit mappings, or mappings in ridgepoint.yaml, see docs/deployments.md.";

const unmapped = notExposed("No metric is mapped to it.", mapOneOfYourOwn);

/** How `signal` is had from the metrics that were mapped. */
export function mappedRecipe(signal: MappedSignal, mappings: SignalMappings): Recipe {
  const given = mappings[signal];
  if (given === undefined) return unmapped;
  const kind = kindOf(given);
  const name = given[kind] ?? "";
  const ref = (suffix: string, of = name): MetricRef => ({ names: [`${of}${suffix}`], ...matchesOf(given) });
  const { scale = 1 } = given;
  if (signal === "train-step-spread")
    return kind === "histogram"
      ? { kind: "spread", part: ref("_sum"), whole: ref("_count") }
      : { kind: "spread", part: ref(""), whole: null };
  if (signalDefinition(signal).kind === "counter")
    return { kind: "counter", alternatives: [ref(kind === "histogram" ? "_count" : "")], scale };
  if (kind === "gauge") return { kind: "gauge", metric: ref(""), scale };
  const suffix = kind === "histogram" ? "_sum" : "";
  const whole = signalDefinition(signal).unit === "ratio" ? wholeOf(given, mappings) : undefined;
  const wholes = whole === undefined ? ref("_count") : ref(suffix, whole);
  return { kind: "rate-ratio", parts: [ref(suffix)], wholes: [wholes], scale };
}

function matchesOf({ labels = {} }: SignalMapping): Pick<MetricRef, "matches"> {
  const matches = Object.entries(labels).map(([label, value]) => ({ label, operator: "=" as const, value }));
  return matches.length === 0 ? {} : { matches };
}

/** `engine`, known by the metrics that its deployment maps where it has none of its own. */
export function mappedEngine(engine: Engine, { mappings = {} }: Pick<Deployment, "mappings">): Engine {
  if (engine.detectionMetrics.length > 0) return engine;
  // In the order of the catalogue, steps first: the first that answers says whether the job goes on.
  const all = signalsOf("training").flatMap((signal) => mappings[signal] ?? []);
  const names = all.flatMap((one) => [one[kindOf(one)] ?? "", ...(one.of === undefined ? [] : [one.of])]);
  const moving = all.flatMap((one) => [
    ...(one.histogram === undefined ? [] : [`${one.histogram}_count`]),
    ...(one.counter === undefined ? [] : [one.counter]),
  ]);
  const levels = all.flatMap((one) => one.gauge ?? []);
  return {
    ...engine,
    detectionMetrics: [...new Set([...moving, ...levels])],
    ownNames: `(?:${[...new Set(names)].join("|")})(?:_bucket|_sum|_count)?`,
    arrivals: { names: [...new Set(moving)], namesCoexist: true },
  };
}
