/**
 * Suggests attributes when no trace has the attribute of a condition, for example "gen_ai.usage.prompt_tokens" for
 * "prompt_tokens".
 */
import { suggestNames } from "@/lib/base/suggest-names";
import { requestFeatures } from "@/lib/analysis/traces/contrast/features";
import type { Trace } from "@/lib/model/traces/trace";
import type { TraceFilters } from "./trace-filters";

/** Number of traces to sample: enough to learn a service's attributes at low cost. */
const maxSampledTraces = 50;

/** Collects attribute names of traces, to suggest similar names for an attribute that no trace has. */
export interface AttributeNameCollector {
  /** Records the attributes of traces as they are read. */
  readonly observe: (traces: readonly Trace[]) => void;
  /** Returns suggestions, closest first; empty when a sampled trace has the attribute or no name is similar. */
  readonly listNames: () => readonly string[];
}

/** Creates a collector for the attribute of the filters. Without such a filter, it collects nothing. */
export function createAttributeNameCollector({
  attributeTexts = {},
  attributeRange,
}: TraceFilters = {}): AttributeNameCollector {
  const [requestedName] = [
    ...(attributeRange === undefined ? [] : [attributeRange.name]),
    ...Object.keys(attributeTexts),
  ];
  const observedNames = new Set<string>();
  let sampledCount = 0;
  return {
    observe: (traces) => {
      if (requestedName === undefined) return;
      const sampled = traces.slice(0, Math.max(0, maxSampledTraces - sampledCount));
      sampledCount += sampled.length;
      for (const span of sampled.flatMap(({ spans }) => spans))
        for (const name of [...Object.keys(span.attributes), ...Object.keys(span.resource)])
          observedNames.add(name);
    },
    listNames: () =>
      requestedName === undefined || observedNames.has(requestedName) || isRequestFeature(requestedName)
        ? []
        : suggestNames(requestedName, [...observedNames]),
  };
}

function isRequestFeature(name: string): boolean {
  return Object.values(requestFeatures).some((feature) => feature === name);
}
