/**
 * Reads Prometheus' text format as strictly as a test wants it: every family announced once by HELP and TYPE, its samples
 * together, no series twice, buckets cumulative with +Inf equal to the count. Throws with the line that is wrong.
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
    if (name === undefined || value === undefined) throw new Error(`labels cannot be read: ${line}`);
    if (name in labels) throw new Error(`label twice: ${line}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, character: string) =>
      character === "n" ? "\n" : character,
    );
  }
  return labels;
}

function parseNumber(text: string, line: string): number {
  if (text === "+Inf") return Number.POSITIVE_INFINITY;
  if (text === "NaN") return Number.NaN;
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) throw new Error(`not a number: ${line}`);
  return Number(text);
}

/** What stands before a sample's number. The same texts come with every scrape, so each is read once. */
interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The same for two texts of one series, whatever the order of their labels. */
  readonly key: string;
  /** The same for all buckets, the sum and the count of one histogram. */
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

const textOf = (labels: Series["labels"], without?: string): string =>
  JSON.stringify(
    Object.entries(labels)
      .filter(([label]) => label !== without)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

interface FamilyBuilder extends Family {
  readonly samples: Sample[];
  readonly names: ReadonlySet<string>;
  /** Of each sample, in the same order. */
  readonly series: Series[];
}

export function parseExposition(text: string): Families {
  if (!text.endsWith("\n")) throw new Error("the last line is not ended");
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
      if (families.has(named)) throw new Error(`family twice: ${line}`);
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
    if (seriesKeys.has(key)) throw new Error(`series twice: ${line}`);
    seriesKeys.add(key);
    current.samples.push({ name, labels, value });
    current.series.push(series);
  }
  for (const family of families.values()) checkFamily(family);
  return new Map([...families].map(([named, { name, type, samples }]) => [named, { name, type, samples }]));
}

function checkFamily({ name, type, samples, series }: FamilyBuilder): void {
  if (type === "counter" && samples.some(({ value }) => !(value >= 0)))
    throw new Error(`${name} is below zero`);
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
  if (!rises(edges, (a, b) => a < b)) throw new Error(`${name}: edges do not rise`);
  if (!rises(values, (a, b) => a <= b)) throw new Error(`${name}: buckets are not cumulative`);
  if (edges.at(-1) !== Number.POSITIVE_INFINITY) throw new Error(`${name}: no +Inf bucket`);
  if (values.at(-1) !== count) throw new Error(`${name}: +Inf is not the count`);
  if (sum === undefined) throw new Error(`${name}: no sum`);
  // What lies above an edge weighs at least that edge.
  const minSum = buckets.slice(1).reduce((total, _, index) => {
    const above = (values[index + 1] ?? 0) - (values[index] ?? 0);
    return total + above * (edges[index] ?? 0);
  }, 0);
  if (sum < minSum * (1 - 1e-9)) throw new Error(`${name}: the sum is below what its buckets weigh`);
  const maxSum = values.reduce((total, value, index) => {
    const inside = value - (values[index - 1] ?? 0);
    return inside === 0 ? total : total + inside * (edges[index] ?? 0);
  }, 0);
  if (sum > maxSum * (1 + 1e-9)) throw new Error(`${name}: the sum is above what its buckets weigh`);
}

type Wanted = Readonly<Record<string, string>>;

const matches = ({ labels }: Sample, wanted: Wanted): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** Sum of the samples of that very name whose labels hold those given; throws when there is none. */
export function valueOf(families: Families, name: string, wanted: Wanted = {}): number {
  const found = [...families.values()]
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name && matches(sample, wanted));
  if (found.length === 0) throw new Error(`no sample ${name} ${JSON.stringify(wanted)}`);
  return found.reduce((sum, { value }) => sum + value, 0);
}

/** Edges of a histogram as numbers, without +Inf. */
export function edgesOf(families: Families, name: string): readonly number[] {
  const samples = families.get(name)?.samples.filter((sample) => sample.name === `${name}_bucket`) ?? [];
  const edges = new Set(samples.map(({ labels }) => parseNumber(labels["le"] ?? "", name)));
  return [...edges].filter(Number.isFinite);
}

/** Names of the labels of a family's series, `le` and `quantile` aside, sorted. */
export function labelsOf(families: Families, name: string): readonly string[] {
  const names = families.get(name)?.samples.flatMap(({ labels }) => Object.keys(labels)) ?? [];
  return [...new Set(names)].filter((label) => label !== "le" && label !== "quantile").sort();
}

/** `name type label,label` of every family, in order: what a test compares with the names it knows. */
export function outline(families: Families): readonly string[] {
  return [...families.values()].map(({ name, type }) =>
    `${name} ${type} ${labelsOf(families, name).join(",")}`.trim(),
  );
}
