/** Which attributes there are where a condition asks for one that nothing has: "prompt_tokens" is "gen_ai.usage.prompt_tokens". */
import { namesNear } from "@/lib/base/names-near";
import { ownFeatures } from "@/lib/analysis/traces/contrast/features";
import type { Trace } from "@/lib/model/trace";
import type { TraceFilters } from "./trace-filters";

/** Enough to know what a service tells, and little beside what is read. */
const looksAt = 50;

export interface NearAttributes {
  /** Of traces as they come. */
  readonly note: (traces: readonly Trace[]) => void;
  /** The nearest first; empty where one of the traces looked at has what is asked for, or nothing is near. */
  readonly names: () => readonly string[];
}

export function nearAttributes({ attributes = {}, range }: TraceFilters = {}): NearAttributes {
  const [asked] = [...(range === undefined ? [] : [range.name]), ...Object.keys(attributes)];
  const seen = new Set<string>();
  let looked = 0;
  return {
    note: (traces) => {
      if (asked === undefined) return;
      const some = traces.slice(0, Math.max(0, looksAt - looked));
      looked += some.length;
      for (const span of some.flatMap(({ spans }) => spans))
        for (const name of [...Object.keys(span.attributes), ...Object.keys(span.resource)]) seen.add(name);
    },
    names: () => (asked === undefined || seen.has(asked) || isOwn(asked) ? [] : namesNear(asked, [...seen])),
  };
}

function isOwn(name: string): boolean {
  return Object.values(ownFeatures).some((own) => own === name);
}
