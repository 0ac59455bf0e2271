/** Collects scrapes of targets and writes them as OpenMetrics text. */
import { parseExposition, parseSeries } from "./exposition-text";

type Labels = Readonly<Record<string, string>>;

/** Prefix and samples of one series. */
interface Row {
  readonly key: string;
  readonly samples: string[];
}

export class Scrapes {
  readonly #series = new Map<string, string[]>();
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
    const seconds = atMs / 1000;
    addSample(this.#rowOf("up", target), "1", seconds);
    let isChecked = false;
    for (const line of text.split("\n")) {
      if (line === "" || line.startsWith("#")) continue;
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
      addSample(row, line.slice(end + 1), seconds);
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

function addSample({ key, samples }: Row, valueText: string, seconds: number): void {
  samples.push(`${key} ${valueText} ${seconds}`);
}

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
