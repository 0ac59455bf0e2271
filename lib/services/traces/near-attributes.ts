/** Which attributes there are where a condition asks for one that nothing has: "prompt_tokens" is "gen_ai.usage.prompt_tokens". */
import { suggestNames } from "@/lib/base/suggest-names";
import { requestFeatures } from "@/lib/analysis/traces/contrast/features";
import type { Trace } from "@/lib/model/trace";
import type { TraceFilters } from "./trace-filters";

/** Enough to know what a service tells, and little beside what is read. */
const maxSampledTraces = 50;

export interface NearAttributes {
  /** Of traces as they come. */
  readonly observe: (traces: readonly Trace[]) => void;
  /** The nearest first; empty where one of the traces looked at has what is asked for, or nothing is near. */
  readonly names: () => readonly string[];
}

export function nearAttributes({ attributes = {}, range }: TraceFilters = {}): NearAttributes {
  const [requestedName] = [...(range === undefined ? [] : [range.name]), ...Object.keys(attributes)];
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
    names: () =>
      requestedName === undefined || observedNames.has(requestedName) || isRequestFeature(requestedName)
        ? []
        : suggestNames(requestedName, [...observedNames]),
  };
}

function isRequestFeature(name: string): boolean {
  return Object.values(requestFeatures).some((feature) => feature === name);
}
