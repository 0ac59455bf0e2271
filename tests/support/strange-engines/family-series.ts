/** Writes the series of one family for a target whose traffic is known. */
import type { ExposedSeriesList } from "@/tests/support/histories/strange-expositions";
import type { ExposedFamily, Flow, Level, Observed } from "./profile";

/** Traffic of one target. */
export interface ServerState {
  readonly levels: Readonly<Record<Exclude<Level, "constant">, (seconds: number) => number>>;
  /** Events per second until the traffic stops. */
  readonly flows: Readonly<Record<Flow, number>>;
  /** Second of the history from which on nothing is counted. */
  readonly stopsAtSeconds: number;
  /** Time to the first token of each request. */
  readonly ttftSeconds: number;
  readonly isStalled: boolean;
}

const meanOf: { readonly [O in Exclude<Observed, "ttft">]: number } = {
  queue: 0.02,
  prefill: 0.25,
  decode: 4.5,
  e2e: 5,
  gap: 0.02,
  // Decode time per token except the first one, for 200 tokens.
  tpot: 4.5 / 199,
  length: 200,
};
const secondEdges = [0.01, 0.025, 0.05, 0.1, 0.5, 1, 4, 10];
const lengthEdges = [64, 256, 1_024];

/** Returns the series of a family, without their target. Series of a lazy family exist from the first event on. */
export function familySeries(
  family: ExposedFamily,
  modelLabel: string | null,
  state: ServerState,
): ExposedSeriesList {
  const { name, labels, shape, firstEventCreation } = family;
  const base = { labels, modelLabel: family.modelLabel === undefined ? modelLabel : family.modelLabel };
  if (shape.kind === "gauge") {
    const valueAt = shape.level === "constant" ? () => 1_000 : state.levels[shape.level];
    return [{ ...base, name, valueAt }];
  }
  // Requests still arrive at a server that stalls.
  const stopsAt = state.isStalled && shape.flow === "received" ? Infinity : state.stopsAtSeconds;
  const count = (seconds: number): number => Math.floor(state.flows[shape.flow] * Math.min(seconds, stopsAt));
  const scaled = (factor: number) => (seconds: number) =>
    firstEventCreation !== undefined && count(seconds) === 0 ? null : factor * count(seconds);
  const series = (suffix: string, factor: number, moreLabels: Readonly<Record<string, string>> = {}) => ({
    ...base,
    name: `${name}${suffix}`,
    labels: { ...labels, ...moreLabels },
    valueAt: scaled(factor),
  });
  if (shape.kind === "counter") return [series("", 1)];
  const mean = shape.observed === "ttft" ? state.ttftSeconds : meanOf[shape.observed];
  if (shape.kind === "sum") return [series("", mean * shape.scale)];
  const totals = [
    ...(family.missingSeries === "sum" ? [] : [series("_sum", mean * shape.scale)]),
    series("_count", 1),
  ];
  if (shape.kind === "summary") {
    const quantiles = ["0.5", "0.9", "0.95", "0.99"].map((quantile) => ({
      ...base,
      name,
      labels: { ...labels, quantile },
      // A summary without observations in its window is not a number.
      valueAt: (seconds: number) =>
        count(seconds) > count(Math.max(0, seconds - 60)) ? mean * shape.scale : Number.NaN,
    }));
    return [...quantiles, ...totals];
  }
  if (family.missingSeries === "buckets") return totals;
  const edges = shape.observed === "length" ? lengthEdges : secondEdges;
  return [
    ...edges.map((edge) => series("_bucket", edge >= mean ? 1 : 0, { le: String(edge * shape.scale) })),
    series("_bucket", 1, { le: "+Inf" }),
    ...totals,
  ];
}
