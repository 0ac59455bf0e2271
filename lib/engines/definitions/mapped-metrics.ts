/** Converts a deployment's mappings into recipes and into its engine. Pure. */
import type { Deployment } from "@/lib/model/deployment/deployment";
import {
  mappingKind,
  totalTimeMetric,
  type MappedSignal,
  type SignalMapping,
  type SignalMappings,
} from "@/lib/model/signals/signal-mapping";
import { signalDefinition, listSignalIds } from "@/lib/model/signals/signals";
import type { Engine } from "./engine";
import { notExposed, type MetricRef, type Recipe } from "./recipe";

/** Sentence that states how to enable a training signal that no exporter reports. */
export const mappingHint =
  "Map a metric of the training loop in Settings › Deployments or in ridgepoint.yaml, as docs/deployments.md describes.";

const unmapped = notExposed("No metric is mapped to this signal.", mappingHint);

/** Returns how `signal` is computed from the metric that the deployment maps to it. */
export function mappedRecipe(signal: MappedSignal, mappings: SignalMappings): Recipe {
  const given = mappings[signal];
  if (given === undefined) return unmapped;
  const kind = mappingKind(given);
  const name = given[kind] ?? "";
  const ref = (suffix: string, of = name): MetricRef => ({ names: [`${of}${suffix}`], ...matchesOf(given) });
  const { scale = 1 } = given;
  if (signal === "train-step-spread")
    return kind === "histogram"
      ? { kind: "spread", numerator: ref("_sum"), denominator: ref("_count") }
      : { kind: "spread", numerator: ref(""), denominator: null };
  if (signalDefinition(signal).kind === "counter")
    return { kind: "counter", alternatives: [ref(kind === "histogram" ? "_count" : "")], scale };
  if (kind === "gauge") return { kind: "gauge", metric: ref(""), scale };
  const suffix = kind === "histogram" ? "_sum" : "";
  const total = signalDefinition(signal).unit === "ratio" ? totalTimeMetric(given, mappings) : undefined;
  const wholes = total === undefined ? ref("_count") : ref(suffix, total);
  return { kind: "rate-ratio", numerators: [ref(suffix)], denominators: [wholes], scale };
}

function matchesOf({ labels = {} }: SignalMapping): Pick<MetricRef, "matchers"> {
  const matches = Object.entries(labels).map(([label, value]) => ({ label, operator: "=" as const, value }));
  return matches.length === 0 ? {} : { matchers: matches };
}

/**
 * Returns the engine of a training job, with the deployment's mapped metrics as detection metrics if it has
 * none.
 */
export function withMappedMetrics(engine: Engine, { mappings = {} }: Pick<Deployment, "mappings">): Engine {
  if (engine.detectionMetrics.length > 0) return engine;
  // In catalogue order, steps first: the first metric with data shows whether the job makes progress.
  const mapped = listSignalIds("training").flatMap((signal) => mappings[signal] ?? []);
  const names = mapped.flatMap((one) => [
    one[mappingKind(one)] ?? "",
    ...(one.of === undefined ? [] : [one.of]),
  ]);
  const moving = mapped.flatMap((one) => [
    ...(one.histogram === undefined ? [] : [`${one.histogram}_count`]),
    ...(one.counter === undefined ? [] : [one.counter]),
  ]);
  const levels = mapped.flatMap((one) => one.gauge ?? []);
  return {
    ...engine,
    detectionMetrics: [...new Set([...moving, ...levels])],
    metricNamesPattern: `(?:${[...new Set(names)].join("|")})(?:_bucket|_sum|_count)?`,
    activityCounter: { names: [...new Set(moving)], namesCoexist: true },
  };
}
