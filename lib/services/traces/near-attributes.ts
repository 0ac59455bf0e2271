/** Which attributes there are where a condition asks for one that nothing has: "prompt_tokens" is "gen_ai.usage.prompt_tokens". */
import { nearestWord } from "@/lib/base/nearest-word";
import { ownFeatures } from "@/lib/analysis/traces/contrast/features";
import type { Trace } from "@/lib/model/trace";
import type { TraceFilters } from "./trace-filters";

/** Enough to know what a service tells, and little beside what is read. */
const looksAt = 50;
const mostNear = 3;

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

/** Those whose name holds what is asked for, the shortest first, then the one that differs by a letter or two in its last part. */
export function namesNear(asked: string, names: readonly string[]): readonly string[] {
  const wanted = plain(asked);
  if (wanted === "") return [];
  const holding = names
    .filter((name) => plain(name).includes(wanted))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const byLast = new Map(names.map((name) => [lastPart(name), name]));
  const typed = byLast.get(nearestWord(lastPart(asked), [...byLast.keys()]) ?? "");
  return [...new Set([...holding, ...(typed === undefined ? [] : [typed])])].slice(0, mostNear);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
