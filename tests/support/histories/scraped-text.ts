/** Collects scrapes of targets and writes them as OpenMetrics text. */
import { parseExposition } from "./exposition-text";

type Labels = Readonly<Record<string, string>>;

/** Prefix and samples of one series. */
interface Row {
  readonly key: string;
  readonly samples: string[];
}

export class Scrapes {
  readonly #series = new Map<string, string[]>();
  /** Rows by target labels and sample labels; labels are one object per series of a text. */
  readonly #rows = new Map<string, Map<Labels, Row>>();

  /** Adds a successful scrape of a target that returned `text`. */
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

  /**
   * Returns the text without types: blocks do not store them, and engines violate OpenMetrics's rules for counter
   * names.
   */
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

/** Renames labels that the target also has, like a scrape without honor_labels. */
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
