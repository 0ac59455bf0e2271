/** Metrics of one scrape target in the Prometheus text format. */
import { formatBucketEdge, formatPythonNumber, formatPlainNumber, quantile } from "./number-text";

export { formatBucketEdge as formatEdge } from "./number-text";

export type Labels = Readonly<Record<string, string>>;

interface Family {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly help: string;
  readonly lines: (write: (line: string) => void) => void;
}

export interface Counter {
  readonly add: (amount: number, labels?: Labels) => void;
}

export interface Gauge {
  readonly set: (value: number, labels?: Labels) => void;
}

export interface Histogram {
  readonly observe: (value: number, labels?: Labels) => void;
}

interface RegistryOptions {
  /** Number format: Python's client library writes "1.0", those of Go, Rust and C++ write "1". */
  readonly numberFormat?: "python" | "plain";
  /** Converts the name of a family to the exposed name. Absent if the names are equal. */
  readonly renameMetric?: (name: string) => string;
  /** True if every counter X_total is exposed a second time as a gauge X. */
  readonly alsoExposesCountersAsGauges?: boolean;
}

const noLabels: Labels = {};
const single: readonly Labels[] = [noLabels];
/** Number of recent observations from which a summary's quantiles are computed. */
const summaryWindow = 500;

/** Metric families of one scrape target, as in a Prometheus client library. */
export class Registry {
  readonly #families: Family[] = [];
  readonly #resets: (() => void)[] = [];
  readonly #gaugeResets: (() => void)[] = [];
  readonly #texts = new WeakMap<Labels, string>();
  readonly #bases: readonly string[];
  readonly #options: RegistryOptions;
  readonly #number: (value: number) => string;
  readonly #edge: (edge: number) => string;

  /**
   * With several base label sets, every series is exposed once per set, like ranks that all report the same value.
   */
  constructor(base: Labels | readonly Labels[], options: RegistryOptions = {}) {
    this.#bases = (isList(base) ? base : [base]).map(labelText);
    this.#options = options;
    const isPython = options.numberFormat !== "plain";
    this.#number = isPython ? formatPythonNumber : formatPlainNumber;
    this.#edge = isPython ? formatBucketEdge : formatPlainNumber;
  }

  /**
   * Creates a counter. Series with `initialLabels` exist from the start, as in a client library with known labels.
   */
  counter(name: string, help: string, initialLabels: readonly Labels[] = single): Counter {
    const cells = this.#cells(initialLabels);
    this.#add("counter", name, help, cells.write);
    if (this.#options.alsoExposesCountersAsGauges === true)
      this.#add("gauge", name.replace(/_total$/, ""), help, cells.write);
    return { add: (amount, labels = noLabels) => cells.change(labels, (value) => value + amount) };
  }

  gauge(name: string, help: string, initialLabels: readonly Labels[] = single): Gauge {
    const cells = this.#cells(initialLabels, this.#gaugeResets);
    this.#add("gauge", name, help, cells.write);
    return { set: (value, labels = noLabels) => cells.change(labels, () => value) };
  }

  /** Creates a histogram. `edges` excludes +Inf; a value equal to an edge falls into that bucket. */
  histogram(
    name: string,
    help: string,
    edges: readonly number[],
    initialLabels: readonly Labels[] = single,
  ): Histogram {
    const cells = this.#store(initialLabels, () => ({ counts: new Float64Array(edges.length + 1), sum: 0 }));
    const bounds = [...edges, Number.POSITIVE_INFINITY].map((edge) => `le="${this.#edge(edge)}"`);
    this.#add("histogram", name, help, (exposedName, write) => {
      for (const [labels, { counts, sum }] of cells.entries()) {
        let cumulative = 0;
        for (const [index, bound] of bounds.entries()) {
          cumulative += counts[index] ?? 0;
          write(`${exposedName}_bucket${braces(labels, bound)} ${this.#number(cumulative)}`);
        }
        write(`${exposedName}_count${braces(labels)} ${this.#number(cumulative)}`);
        write(`${exposedName}_sum${braces(labels)} ${this.#number(sum)}`);
      }
    });
    return {
      observe: (value, labels = noLabels) => {
        const cell = cells.at(labels);
        const index = findBucketIndex(edges, value);
        cell.counts[index] = (cell.counts[index] ?? 0) + 1;
        cell.sum += value;
      },
    };
  }

  /**
   * Creates a summary with quantiles of the latest observations; NaN while there are none, as in client libraries.
   */
  summary(
    name: string,
    help: string,
    quantiles: readonly number[],
    initialLabels: readonly Labels[] = single,
  ): Histogram {
    const cells = this.#store(initialLabels, () => ({ latest: [] as number[], count: 0, sum: 0 }));
    this.#add("summary", name, help, (exposedName, write) => {
      for (const [labels, { latest, count, sum }] of cells.entries()) {
        const sorted = latest.toSorted((a, b) => a - b);
        for (const q of quantiles)
          write(`${exposedName}${braces(labels, `quantile="${q}"`)} ${this.#number(quantile(sorted, q))}`);
        write(`${exposedName}_sum${braces(labels)} ${this.#number(sum)}`);
        write(`${exposedName}_count${braces(labels)} ${this.#number(count)}`);
      }
    });
    return {
      observe: (value, labels = noLabels) => {
        const cell = cells.at(labels);
        cell.latest.push(value);
        if (cell.latest.length > summaryWindow) cell.latest.shift();
        cell.count += 1;
        cell.sum += value;
      },
    };
  }

  /** Resets all values to zero, like a newly started process. */
  reset(): void {
    this.resetCounters();
    for (const reset of this.#gaugeResets) reset();
  }

  /** Resets all values except those of gauges, which describe the present, to zero. */
  resetCounters(): void {
    for (const reset of this.#resets) reset();
  }

  /** Returns all families in the Prometheus text format. */
  print(): string {
    const isPython = this.#options.numberFormat !== "plain";
    const lines: string[] = [];
    for (const { name, type, help, lines: write } of this.#families) {
      const samples: string[] = [];
      write((line) => samples.push(line));
      // Python's client prints HELP and TYPE before the first series exists; other clients do not.
      if (samples.length === 0 && !isPython) continue;
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples);
    }
    return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
  }

  #add(
    type: Family["type"],
    name: string,
    help: string,
    lines: (exposedName: string, write: (line: string) => void) => void,
  ): void {
    const exposedName = this.#options.renameMetric?.(name) ?? name;
    this.#families.push({ name: exposedName, type, help, lines: (write) => lines(exposedName, write) });
  }

  #cells(known: readonly Labels[], resets = this.#resets) {
    const cells = this.#store(known, () => ({ value: 0 }), resets);
    return {
      change: (labels: Labels, change: (value: number) => number): void => {
        const cell = cells.at(labels);
        cell.value = change(cell.value);
      },
      write: (name: string, write: (line: string) => void): void => {
        for (const [labels, { value }] of cells.entries())
          write(`${name}${braces(labels)} ${this.#number(value)}`);
      },
    };
  }

  #store<Cell>(known: readonly Labels[], create: () => Cell, resets = this.#resets) {
    const byText = new Map<string, Cell>();
    const at = (labels: Labels): Cell => {
      const text = this.#text(labels);
      const found = byText.get(text);
      if (found !== undefined) return found;
      const cell = create();
      byText.set(text, cell);
      return cell;
    };
    for (const labels of known) at(labels);
    resets.push(() => {
      for (const text of byText.keys()) byText.set(text, create());
    });
    const entries = (): (readonly [labels: string, cell: Cell])[] =>
      this.#bases.flatMap((base) => [...byText].map(([text, cell]) => [join(base, text), cell] as const));
    return { at, entries };
  }

  #text(labels: Labels): string {
    const known = this.#texts.get(labels);
    if (known !== undefined) return known;
    const text = labelText(labels);
    this.#texts.set(labels, text);
    return text;
  }
}

const isList = (base: Labels | readonly Labels[]): base is readonly Labels[] => Array.isArray(base);

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(",");
}

const join = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(",");

function braces(...parts: readonly string[]): string {
  const text = join(...parts);
  return text === "" ? "" : `{${text}}`;
}

/** Returns the index of the bucket for an observation. Bounds are inclusive. */
export function findBucketIndex(edges: readonly number[], value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
