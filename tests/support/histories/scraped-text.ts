/** Collects scrapes of targets, and writes them as blocks of Prometheus or as OpenMetrics text. */
import { writeBlock, type BlockSeries } from "@/demo/simulator/tsdb/block";
import { parseExposition, parseNumber, parseSeries } from "./exposition-text";

type Labels = Readonly<Record<string, string>>;

interface Row {
  readonly name: string;
  readonly labels: Labels;
  /** Ascending. */
  readonly timesMs: number[];
  readonly values: number[];
}

/** Row of one line of a target. Lines have the same order in most scrapes. */
interface Line {
  /** Text of the series, and the space before its value. */
  readonly start: string;
  readonly row: Row;
}

const dayMs = 86_400_000;

export class Scrapes {
  readonly #series = new Map<string, Row>();
  readonly #timesMs = new Set<number>();
  /** Lines of the previous scrape by target labels. */
  readonly #lines = new Map<string, readonly Line[]>();
  /** Rows by target labels and by the text of a series before its value. */
  readonly #rows = new Map<string, Map<string, Row>>();

  /**
   * Adds a successful scrape of a target that returned `text`. Throws with the invalid line. Only texts with a new
   * series are checked in full, because the check takes longer than the simulation.
   */
  add(target: Labels, text: string, atMs: number): void {
    const targetKey = labelText(target);
    const ofTarget = this.#rows.get(targetKey) ?? new Map<string, Row>();
    this.#rows.set(targetKey, ofTarget);
    this.#timesMs.add(atMs);
    addSample(this.#rowOf("up", target), "1", atMs);
    let isChecked = false;
    const before = this.#lines.get(targetKey) ?? [];
    const lines: Line[] = [];
    for (const line of text.split("\n")) {
      if (line === "" || line.startsWith("#")) continue;
      const expected = before[lines.length];
      if (expected !== undefined && line.startsWith(expected.start)) {
        const value = line.slice(expected.start.length);
        if (!value.includes(" ")) {
          addSample(expected.row, value, atMs);
          lines.push(expected);
          continue;
        }
      }
      const end = line.lastIndexOf(" ");
      const seriesText = line.slice(0, end);
      let row = ofTarget.get(seriesText);
      if (row === undefined) {
        if (!isChecked) parseExposition(text);
        isChecked = true;
        const { name, labels } = parseSeries(seriesText);
        row = this.#rowOf(name, { ...withExportedLabels(labels, target), ...target });
        ofTarget.set(seriesText, row);
      }
      addSample(row, line.slice(end + 1), atMs);
      lines.push({ start: `${seriesText} `, row });
    }
    this.#lines.set(targetKey, lines);
  }

  /**
   * Writes the samples into Prometheus's data folder, one block per day like promtool, but in a tenth of the time.
   */
  writeBlocks(dataFolder: string): void {
    const timesMs = [...this.#timesMs].toSorted((a, b) => a - b);
    for (const [day, times] of Map.groupBy(timesMs, (atMs) => Math.floor(atMs / dayMs))) {
      const series = [...this.#series.values()].flatMap((row) => partOf(row, day * dayMs, (day + 1) * dayMs));
      writeBlock(dataFolder, times, series);
    }
  }

  /**
   * Returns the text without types: blocks do not store them, and engines violate OpenMetrics's rules for counter
   * names.
   */
  writeText(): string {
    const lines = [...this.#series].flatMap(([key, { timesMs, values }]) =>
      values.map((value, index) => `${key} ${printValue(value)} ${(timesMs[index] ?? 0) / 1000}`),
    );
    return `${lines.join("\n")}\n# EOF\n`;
  }

  #rowOf(name: string, labels: Labels): Row {
    const key = `${name}${labelText(labels)}`;
    const row = this.#series.get(key) ?? { name, labels, timesMs: [], values: [] };
    this.#series.set(key, row);
    return row;
  }
}

/** Adds a sample. Throws if it is not newer than the last one. */
function addSample({ name, timesMs, values }: Row, text: string, atMs: number): void {
  if (atMs <= (timesMs.at(-1) ?? -Infinity)) throw new Error(`${name}: two samples at ${atMs}`);
  timesMs.push(atMs);
  values.push(parseNumber(text, name));
}

/** Returns the samples of a time range, which excludes its end; none if the series has no sample in it. */
function partOf(
  { name, labels, timesMs, values }: Row,
  fromMs: number,
  toMs: number,
): readonly Required<BlockSeries>[] {
  const from = timesMs.findIndex((atMs) => atMs >= fromMs);
  const to = timesMs.findLastIndex((atMs) => atMs < toMs) + 1;
  if (from === -1 || to <= from) return [];
  const present = Object.entries(labels).filter(([, value]) => value !== "");
  return [
    {
      labels: { __name__: name, ...Object.fromEntries(present) },
      timesMs: timesMs.slice(from, to),
      values: Float64Array.from(values.slice(from, to)),
    },
  ];
}

const printValue = (value: number): string =>
  String(value).replace(/^(-?)Infinity$/, (_, sign: string) => `${sign || "+"}Inf`);

/** Renames labels that the target also has, like a scrape without honor_labels. */
function withExportedLabels(labels: Labels, target: Labels): Labels {
  return Object.fromEntries(
    Object.entries(labels).map(([name, value]) => [name in target ? `exported_${name}` : name, value]),
  );
}

function labelText(labels: Labels): string {
  const escaped = (value: string): string =>
    value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",")}}`;
}
