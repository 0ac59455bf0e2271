/** Metrics of one scrape target in Prometheus' text format, written as Python's client library writes it. */

export type Labels = Readonly<Record<string, string>>;

interface Family {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
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
  readonly observe: (value: number, times?: number) => void;
}

export class Registry {
  readonly #families: Family[] = [];
  readonly #resets: (() => void)[] = [];
  readonly #base: Labels;

  constructor(base: Labels) {
    this.#base = base;
  }

  /** Series named in `known` exist from the start, as a client library's do that knows its labels. */
  counter(name: string, help: string, known: readonly Labels[] = [{}]): Counter {
    const cells = this.#cells(known);
    this.#families.push({ name, type: "counter", help, lines: (write) => cells.write(name, write) });
    return { add: (amount, labels = {}) => cells.change(labels, (value) => value + amount) };
  }

  gauge(name: string, help: string, known: readonly Labels[] = [{}]): Gauge {
    const cells = this.#cells(known);
    this.#families.push({ name, type: "gauge", help, lines: (write) => cells.write(name, write) });
    return { set: (value, labels = {}) => cells.change(labels, () => value) };
  }

  histogram(name: string, help: string, edges: readonly number[]): Histogram {
    const counts = new Float64Array(edges.length + 1);
    let sum = 0;
    const bounds = [...edges, Number.POSITIVE_INFINITY].map((edge) => this.#text({ le: edgeText(edge) }));
    const own = this.#text({});
    const lines = (write: (line: string) => void): void => {
      let cumulative = 0;
      for (const [index, bound] of bounds.entries()) {
        cumulative += counts[index] ?? 0;
        write(`${name}_bucket${bound} ${numberText(cumulative)}`);
      }
      write(`${name}_count${own} ${numberText(cumulative)}`);
      write(`${name}_sum${own} ${numberText(sum)}`);
    };
    this.#families.push({ name, type: "histogram", help, lines });
    this.#resets.push(() => {
      counts.fill(0);
      sum = 0;
    });
    return {
      observe: (value, times = 1) => {
        const index = firstEdgeAtLeast(edges, value);
        counts[index] = (counts[index] ?? 0) + times;
        sum += value * times;
      },
    };
  }

  /** Counters and histograms from nothing, as in a process that has just started. */
  reset(): void {
    for (const reset of this.#resets) reset();
  }

  print(): string {
    const lines: string[] = [];
    for (const { name, type, help, lines: write } of this.#families) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
      write((line) => lines.push(line));
    }
    return `${lines.join("\n")}\n`;
  }

  #cells(known: readonly Labels[]) {
    const values = new Map<string, number>(known.map((labels) => [this.#text(labels), 0]));
    this.#resets.push(() => {
      for (const key of values.keys()) values.set(key, 0);
    });
    return {
      change: (labels: Labels, change: (value: number) => number): void => {
        const key = this.#text(labels);
        values.set(key, change(values.get(key) ?? 0));
      },
      write: (name: string, write: (line: string) => void): void => {
        for (const [labels, value] of values) write(`${name}${labels} ${numberText(value)}`);
      },
    };
  }

  #text(labels: Labels): string {
    const entries = Object.entries({ ...this.#base, ...labels });
    return entries.length === 0
      ? ""
      : `{${entries.map(([name, value]) => `${name}="${escape(value)}"`).join(",")}}`;
  }
}

/** Index of the bucket an observation falls into: bounds are inclusive. */
export function firstEdgeAtLeast(edges: readonly number[], value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A bucket's bound as a label: whole numbers with ".0". */
export function edgeText(edge: number): string {
  if (edge === Number.POSITIVE_INFINITY) return "+Inf";
  return Number.isInteger(edge) ? `${edge}.0` : String(edge);
}

export function numberText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
