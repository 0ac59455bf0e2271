/**
 * Generates deployments whose targets expose an old and a new name of a histogram with different observations, and
 * histograms whose sum contradicts their buckets. The observations of each target and name are known.
 */
import { engineById } from "@/lib/engines";
import type { EngineId } from "@/lib/model/deployment/deployment";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { listSignalIds, type SignalId } from "@/lib/model/signals/signals";
import { growing, type ExposedSeriesList } from "@/tests/support/histories/strange-expositions";
import { familySeries } from "./family-series";
import { createServerState } from "./make-case";
import { coveredEngines, findEngineProfile } from "./profiles";

/** Observations of one name at one target. */
export interface NamedObservations {
  readonly perSecond: number;
  /** All values are between these edges. */
  readonly lower: number;
  readonly upper: number;
  /** Value of the sum divided by the count; outside the edges for a contradicting sum. Null without a sum. */
  readonly mean: number | null;
}

export interface DoubleCase {
  readonly model: string;
  readonly engine: EngineId;
  readonly signal: SignalId;
  readonly exposition: ExposedSeriesList;
  /** For each target, the observations of each of its names, of which one counts. */
  readonly targets: readonly (readonly NamedObservations[])[];
}

interface Subject {
  readonly engine: EngineId;
  readonly signal: SignalId;
  readonly names: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly scale: number;
  readonly modelLabel: string | null;
}

/** All histograms of all covered engines whose mean is their sum divided by their count. */
const subjects: readonly Subject[] = coveredEngines.flatMap((engine) =>
  listSignalIds("engine").flatMap((signal) => {
    const recipe = engineById(engine).signals[signal];
    if (recipe.kind !== "histogram" || recipe.mean !== undefined) return [];
    const { metric, scale = 1 } = recipe;
    const labels = (metric.matchers ?? []).filter(({ operator, value }) => operator === "=" && value !== "");
    return [
      {
        engine,
        signal,
        names: metric.names,
        labels: Object.fromEntries(labels.map(({ label, value }) => [label, value])),
        scale,
        modelLabel: metric.modelLabel ?? findEngineProfile(engine).modelLabel,
      },
    ];
  }),
);
const renamedSubjects = subjects.filter(({ names }) => names.length > 1);

const edges = [0.01, 0.02, 0.03, 0.1, 0.5, 1];
const shapes = {
  new: { perSecond: 1, lower: 0.02, upper: 0.03, mean: 0.025 },
  old: { perSecond: 2, lower: 0.1, upper: 0.5, mean: 0.3 },
  contradicting: { perSecond: 1, lower: 0.02, upper: 0.03, mean: 0.9 },
  "without-sum": { perSecond: 1, lower: 0.02, upper: 0.03, mean: null },
} as const satisfies Readonly<Record<string, NamedObservations>>;

/** Returns case `number`. Odd cases have two names, even cases a sum that is missing or contradicts the buckets. */
export function makeDoubleCase(number: number): DoubleCase {
  const random = createSeededRandom(number + 9_000_000);
  const isRenamed = number % 2 === 1;
  const of = isRenamed ? renamedSubjects : subjects;
  const subject = of[Math.floor(number / 2) % of.length];
  if (subject === undefined) throw new Error("no engine has a histogram");
  const { engine, signal, names } = subject;
  const model = `double-${engine}-${number}`;
  const first = Math.floor(random() * (names.length - 1));
  const [newName = "", oldName = ""] = [names[first], names[Math.max(first + 1, names.length - 1)]];
  const newShape = isRenamed
    ? random() < 0.3
      ? "without-sum"
      : "new"
    : random() < 0.5
      ? "contradicting"
      : "without-sum";
  const kinds = ["both", "both", "old", "new"] as const;
  const targets = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => ({
    host: `${model}-${index}`,
    kind: isRenamed ? (kinds[Math.floor(random() * kinds.length)] ?? "both") : "new",
    oldLabels: random() < 0.5 ? { replica_rank: "0" } : {},
  }));
  const exposition = targets.flatMap(({ host, kind, oldLabels }) =>
    [
      ...baseSeries(subject),
      ...(kind === "old" ? [] : named(subject, newName, shapes[newShape])),
      ...(kind === "new" ? [] : named(subject, oldName, shapes.old, oldLabels)),
    ].map((one) => ({ ...one, host })),
  );
  return {
    model,
    engine,
    signal,
    exposition,
    targets: targets.map(({ kind }) => [
      ...(kind === "old" ? [] : [shapes[newShape]]),
      ...(kind === "new" ? [] : [shapes.old]),
    ]),
  };
}

/** The other series of a busy target. */
function baseSeries({ engine, names }: Subject): ExposedSeriesList {
  const { families, modelLabel } = findEngineProfile(engine);
  return families
    .filter(({ name }) => !names.includes(name))
    .flatMap((family) => familySeries(family, modelLabel, createServerState("busy")));
}

function named(
  { labels, scale, modelLabel }: Subject,
  name: string,
  { perSecond, lower, mean }: NamedObservations,
  moreLabels: Readonly<Record<string, string>> = {},
): ExposedSeriesList {
  const count = growing(perSecond);
  const series = (suffix: string, factor: number, le: Readonly<Record<string, string>> = {}) => ({
    name: `${name}${suffix}`,
    labels: { ...labels, ...moreLabels, ...le },
    modelLabel,
    valueAt: (seconds: number) => factor * count(seconds),
  });
  return [
    ...edges.map((edge) => series("_bucket", edge > lower ? 1 : 0, { le: String(edge / scale) })),
    series("_bucket", 1, { le: "+Inf" }),
    series("_count", 1),
    ...(mean === null ? [] : [series("_sum", mean / scale)]),
  ];
}
