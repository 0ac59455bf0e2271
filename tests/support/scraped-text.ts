/** What scrapes of targets leave in a Prometheus, as OpenMetrics text. */
import { parseExposition } from "./exposition-text";

type Labels = Readonly<Record<string, string>>;

/** What one series has been so far, and how its samples begin. */
interface Row {
  readonly key: string;
  readonly samples: string[];
}

export class Scrapes {
  readonly #series = new Map<string, string[]>();
  /** Of each target by its labels, and of those by the labels of a sample: one object for each series of a text. */
  readonly #rows = new Map<string, Map<Labels, Row>>();

  /** A target that was up and printed `text`. */
  add(target: Labels, text: string, atMs: number): void {
    const targetKey = labelText(target);
    const ofTarget = this.#rows.get(targetKey) ?? new Map<Labels, Row>();
    this.#rows.set(targetKey, ofTarget);
    addSample(this.#rowOf("up", target), 1, atMs);
    for (const { samples } of parseExposition(text).values())
      for (const { name, labels, value } of samples) {
        const row =
          ofTarget.get(labels) ?? this.#rowOf(name, { ...withExportedLabels(labels, target), ...target });
        ofTarget.set(labels, row);
        addSample(row, value, atMs);
      }
  }

  /** Without types: blocks do not keep them, and OpenMetrics has rules for counters' names that engines do not follow. */
  write(): string {
    return `${[...this.#series.values()].map((samples) => samples.join("\n")).join("\n")}\n# EOF\n`;
  }

  #rowOf(name: string, labels: Labels): Row {
    const key = `${name}${labelText(labels)}`;
    const samples = this.#series.get(key) ?? [];
    this.#series.set(key, samples);
    return { key, samples };
  }
}

function addSample({ key, samples }: Row, value: number, atMs: number): void {
  samples.push(`${key} ${Number.isFinite(value) ? value : valueText(value)} ${atMs / 1000}`);
}

/** Labels that the target has too go by another name, as a scrape without honor_labels does it. */
function withExportedLabels(labels: Labels, target: Labels): Labels {
  return Object.fromEntries(
    Object.entries(labels).map(([name, value]) => [name in target ? `exported_${name}` : name, value]),
  );
}

const valueText = (value: number): string => (Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf");

function labelText(labels: Labels): string {
  const escaped = (value: string): string =>
    value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",")}}`;
}
