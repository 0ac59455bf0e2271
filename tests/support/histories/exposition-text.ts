/**
 * Strict parser of the Prometheus text format: every family declared once by HELP and TYPE, with its samples
 * together, no duplicate series, cumulative buckets with +Inf equal to the count. Throws with the invalid line.
 */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

export type Families = ReadonlyMap<string, Family>;

const seriesPattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?$/s;
const labelPattern = /([a-zA-Z_]\w*)="((?:\\.|[^"\\])*)"(?:,|$)/sy;
const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["", "_sum", "_count"],
};

function parseLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  labelPattern.lastIndex = 0;
  while (labelPattern.lastIndex < text.length) {
    const match = labelPattern.exec(text);
    const [, name, value] = match ?? [];
    if (name === undefined || value === undefined) throw new Error(`invalid labels: ${line}`);
    if (name in labels) throw new Error(`duplicate label: ${line}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, character: string) =>
      character === "n" ? "\n" : character,
    );
  }
  return labels;
}

/** Parses the value of a sample. Throws with its line if it is not a number. */
export function parseNumber(text: string, line: string): number {
  if (text === "+Inf") return Number.POSITIVE_INFINITY;
  if (text === "NaN") return Number.NaN;
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) throw new Error(`not a number: ${line}`);
  return Number(text);
}

/** The part of a sample before its number. Cached, because every scrape repeats it. */
interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Equal for two texts of one series, regardless of label order. */
  readonly key: string;
  /** Equal for all buckets, the sum and the count of one histogram. */
  readonly group: string;
}

const known = new Map<string, Series>();

function seriesOf(text: string, line: string): Series | undefined {
  const before = known.get(text);
  if (before !== undefined) return before;
  const [, name, labelText = ""] = seriesPattern.exec(text) ?? [];
  if (name === undefined) return undefined;
  const labels = parseLabels(labelText, line);
  const series = { name, labels, key: `${name} ${textOf(labels)}`, group: textOf(labels, "le") };
  known.set(text, series);
  return series;
}

/** Parses the part of a sample before its value. Throws if it is invalid. */
export function parseSeries(text: string): Pick<Series, "name" | "labels"> {
  const series = seriesOf(text, text);
  if (series === undefined) throw new Error(`invalid series: ${text}`);
  return series;
}

const textOf = (labels: Series["labels"], without?: string): string =>
  JSON.stringify(
    Object.entries(labels)
      .filter(([label]) => label !== without)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

interface FamilyBuilder extends Family {
  readonly samples: Sample[];
  readonly names: ReadonlySet<string>;
  /** Series of each sample, in the same order. */
  readonly series: Series[];
}

export function parseExposition(text: string): Families {
  if (!text.endsWith("\n")) throw new Error("the last line has no newline");
  const families = new Map<string, FamilyBuilder>();
  const seriesKeys = new Set<string>();
  let lastHelp = "";
  let current: FamilyBuilder | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    const help = /^# HELP (\S+) \S.*$/.exec(line)?.[1];
    if (help !== undefined) {
      lastHelp = help;
      continue;
    }
    const [, named, type = ""] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (named !== undefined) {
      if (named !== lastHelp) throw new Error(`TYPE without its HELP: ${line}`);
      if (families.has(named)) throw new Error(`duplicate family: ${line}`);
      const endings = suffixes[type];
      if (endings === undefined) throw new Error(`unknown type: ${line}`);
      const names = new Set(endings.map((ending) => named + ending));
      current = { name: named, type, samples: [], names, series: [] };
      families.set(named, current);
      continue;
    }
    const end = line.lastIndexOf(" ");
    const series = seriesOf(line.slice(0, end), line);
    if (current === undefined || series === undefined || !current.names.has(series.name))
      throw new Error(`sample outside its family: ${line}`);
    const { name, labels, key } = series;
    const value = parseNumber(line.slice(end + 1), line);
    if (seriesKeys.has(key)) throw new Error(`duplicate series: ${line}`);
    seriesKeys.add(key);
    current.samples.push({ name, labels, value });
    current.series.push(series);
  }
  for (const family of families.values()) checkFamily(family);
  return new Map([...families].map(([named, { name, type, samples }]) => [named, { name, type, samples }]));
}

function checkFamily({ name, type, samples, series }: FamilyBuilder): void {
  if (type === "counter" && samples.some(({ value }) => !(value >= 0)))
    throw new Error(`${name} is negative`);
  if (type !== "histogram") return;
  const groups = Map.groupBy(samples, (_, index) => series[index]?.group ?? "");
  for (const ofOne of groups.values()) {
    const buckets = ofOne.filter((sample) => sample.name === `${name}_bucket`);
    const one = (suffix: string): number | undefined =>
      ofOne.find((sample) => sample.name === name + suffix)?.value;
    if (buckets.length > 0) checkBuckets(name, buckets, { count: one("_count"), sum: one("_sum") });
  }
}

function checkBuckets(
  name: string,
  buckets: readonly Sample[],
  { count, sum }: { readonly count: number | undefined; readonly sum: number | undefined },
): void {
  const edges = buckets.map(({ labels }) => parseNumber(labels["le"] ?? "", `${name} ${labels["le"]}`));
  const values = buckets.map(({ value }) => value);
  const rises = (list: readonly number[], isFine: (a: number, b: number) => boolean): boolean =>
    list.every((value, index) => index === 0 || isFine(list[index - 1] ?? 0, value));
  if (!rises(edges, (a, b) => a < b)) throw new Error(`${name}: edges do not increase`);
  if (!rises(values, (a, b) => a <= b)) throw new Error(`${name}: buckets are not cumulative`);
  if (edges.at(-1) !== Number.POSITIVE_INFINITY) throw new Error(`${name}: no +Inf bucket`);
  if (values.at(-1) !== count) throw new Error(`${name}: +Inf is not the count`);
  if (sum === undefined) throw new Error(`${name}: no sum`);
  // Observations above an edge contribute at least that edge to the sum.
  const minSum = buckets.slice(1).reduce((total, _, index) => {
    const above = (values[index + 1] ?? 0) - (values[index] ?? 0);
    return total + above * (edges[index] ?? 0);
  }, 0);
  if (sum < minSum * (1 - 1e-9)) throw new Error(`${name}: the sum is smaller than its buckets allow`);
  const maxSum = values.reduce((total, value, index) => {
    const inside = value - (values[index - 1] ?? 0);
    return inside === 0 ? total : total + inside * (edges[index] ?? 0);
  }, 0);
  if (sum > maxSum * (1 + 1e-9)) throw new Error(`${name}: the sum is larger than its buckets allow`);
}

type Wanted = Readonly<Record<string, string>>;

const matches = ({ labels }: Sample, wanted: Wanted): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** Returns the sum of the samples with this name whose labels include the given ones; throws when there is none. */
export function valueOf(families: Families, name: string, wanted: Wanted = {}): number {
  const found = [...families.values()]
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name && matches(sample, wanted));
  if (found.length === 0) throw new Error(`no sample ${name} ${JSON.stringify(wanted)}`);
  return found.reduce((sum, { value }) => sum + value, 0);
}

/** Returns the edges of a histogram as numbers, without +Inf. */
export function listBucketEdges(families: Families, name: string): readonly number[] {
  const samples = families.get(name)?.samples.filter((sample) => sample.name === `${name}_bucket`) ?? [];
  const edges = new Set(samples.map(({ labels }) => parseNumber(labels["le"] ?? "", name)));
  return [...edges].filter(Number.isFinite);
}

/** Returns the sorted label names of a family's series, except `le` and `quantile`. */
export function listLabelNames(families: Families, name: string): readonly string[] {
  const names = families.get(name)?.samples.flatMap(({ labels }) => Object.keys(labels)) ?? [];
  return [...new Set(names)].filter((label) => label !== "le" && label !== "quantile").sort();
}

/** Returns `name type label,label` of every family in order, for comparison with expected names. */
export function outline(families: Families): readonly string[] {
  return [...families.values()].map(({ name, type }) =>
    `${name} ${type} ${listLabelNames(families, name).join(",")}`.trim(),
  );
}
