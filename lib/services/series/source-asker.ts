/**
 * The way from reads to a source: in turn, those for the same times together in one query. What a source will not answer
 * together is asked one by one, and what failed by itself is never put together with others again.
 */
import { LRUCache } from "lru-cache";
import { isAppError } from "@/lib/model/app-error";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";
import type { Upstream } from "@/lib/model/upstream";
import { queryInstant, queryRange, querySamples } from "@/lib/sources/prometheus/client";
import type { SampleRow } from "@/lib/sources/prometheus/mapper";
import { createTurns, type Sent, type TurnOptions } from "./turns";
import { splitMatrix, splitVector, unionOf } from "./union";
import { createUnionSize, type UnionSize } from "./union-size";

interface Asked extends TurnOptions {
  readonly promql: string;
  /** The page or job that asks: pages take turns. */
  readonly lane: string;
  /** Others who were asked in the same query would wait for it. */
  readonly isAlone?: boolean;
}

export interface SourceAsker {
  readonly range: (ask: Asked & { readonly grid: Grid }) => Promise<Matrix>;
  readonly instant: (ask: Asked & { readonly atMs: number }) => Promise<InstantVector>;
  readonly samples: (ask: Asked & { readonly atMs: number }) => Promise<readonly SampleRow[]>;
}

export interface AskerRules {
  readonly upstream: () => Upstream;
  readonly monotonicMs: () => number;
  /** Below what the source's own queue takes at once, so that discovery and checks find room beside the panels. */
  readonly atOnce: number;
  /** More than this waiting means that nobody reads the answers any more. */
  readonly waiting: number;
}

type Time =
  | { readonly kind: "range"; readonly grid: Grid }
  | { readonly kind: "instant"; readonly atMs: number }
  | { readonly kind: "samples"; readonly atMs: number };
type Ask = Time & { readonly promql: string; readonly lane: string; readonly group: string | null };
type Answer = Matrix | InstantVector | readonly SampleRow[];

/** Failures that may be the union's own, or that of one part which the others should not suffer. */
const apartCodes: ReadonlySet<string> = new Set(["query-refused", "query-too-large", "too-large"]);
const mostLoners = 500;

export function createSourceAsker(rules: AskerRules): SourceAsker {
  const { monotonicMs } = rules;
  const sizes = {
    range: createUnionSize({ first: 4, most: 24, monotonicMs }),
    instant: createUnionSize({ first: 16, most: 32, monotonicMs }),
  };
  let lastAnswerMs = -Infinity;
  const loners = new LRUCache<string, true>({ max: mostLoners });

  const groupOf = (promql: string, time: Time): string | null => {
    if (time.kind === "samples" || loners.has(promql)) return null;
    if (time.kind === "instant") return `instant ${time.atMs}`;
    const { startMs, stepMs, pointCount } = time.grid;
    return `range ${startMs} ${stepMs} ${pointCount}`;
  };

  const send = async (asks: readonly Ask[]): Promise<Sent<Answer>> => {
    const [first] = asks;
    if (first === undefined) return { kind: "answers", answers: [] };
    const size = first.kind === "samples" ? undefined : sizes[first.kind];
    const startedMs = monotonicMs();
    try {
      const answers = await askUnion(rules.upstream(), first, asks);
      lastAnswerMs = monotonicMs();
      size?.answered(asks.length, lastAnswerMs - startedMs);
      return { kind: "answers", answers };
    } catch (error) {
      if (!isAppError(error)) throw error;
      const isRefused = apartCodes.has(error.code);
      const isSlow = error.code === "source-slow";
      if (isRefused || isSlow) size?.failed(asks.length);
      // Too slow while the source answers others: it was too much at once. One that answers nobody is not asked more.
      const isTooMuch = isRefused || (isSlow && lastAnswerMs > startedMs);
      if (isTooMuch && asks.length > 1) return { kind: "apart" };
      if (isRefused) loners.set(first.promql, true);
      throw error;
    }
  };

  const turns = createTurns<Ask, Answer>({
    atOnce: rules.atOnce,
    waiting: rules.waiting,
    limitOf: (group) => sizeOf(sizes, group).limit(),
    send,
  });
  const run = ({ promql, lane, isAlone = false, signal, begun }: Asked, time: Time): Promise<Answer> => {
    const group = isAlone ? null : groupOf(promql, time);
    return turns.run({ ...time, promql, lane, group }, { signal, begun });
  };
  return {
    range: async (ask) => (await run(ask, { kind: "range", grid: ask.grid })) as Matrix,
    instant: async (ask) => (await run(ask, { kind: "instant", atMs: ask.atMs })) as InstantVector,
    samples: async (ask) => (await run(ask, { kind: "samples", atMs: ask.atMs })) as readonly SampleRow[],
  };
}

function sizeOf(sizes: Readonly<Record<"range" | "instant", UnionSize>>, group: string): UnionSize {
  return group.startsWith("range") ? sizes.range : sizes.instant;
}

async function askUnion(upstream: Upstream, first: Ask, asks: readonly Ask[]): Promise<readonly Answer[]> {
  const promql = unionOf(asks.map((ask) => ask.promql));
  switch (first.kind) {
    case "samples":
      return [await querySamples(upstream, { promql, atMs: first.atMs })];
    case "instant": {
      const vector = await queryInstant(upstream, { promql, atMs: first.atMs });
      return asks.length === 1 ? [vector] : splitVector(vector, asks.length);
    }
    case "range": {
      const matrix = await queryRange(upstream, { promql, grid: first.grid });
      return asks.length === 1 ? [matrix] : splitMatrix(matrix, asks.length);
    }
  }
}
