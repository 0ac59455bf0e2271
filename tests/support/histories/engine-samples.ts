/**
 * Sample metrics of every engine and exporter version, as a source would store them after several scrapes. Series
 * with quoted names, which only newer sources support, are excluded.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "@/tests/architecture/source-files";

/** One sample, scraped as two instances of a separate job. */
export interface ScrapedSample {
  readonly job: string;
  readonly version: string;
  readonly openMetrics: string;
}

const instances = ["a:8000", "b:8000"] as const;
export const scrapeIntervalSeconds = 15;
export const scrapeCount = 21;

interface Scrape {
  readonly startSeconds: number;
  /** Names that behave as counters regardless of the declared type. */
  readonly growing: ReadonlySet<string>;
}

function growsBy(types: ReadonlyMap<string, string>, growing: ReadonlySet<string>) {
  return (name: string): boolean => {
    const family = types.get(name) ?? types.get(name.replace(/_total$/, ""));
    return family === "counter" || growing.has(name) || /_(?:sum|count|bucket)$/.test(name);
  };
}

function scraped(text: string, job: string, { startSeconds, growing }: Scrape): string {
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type] as const),
  );
  const grows = growsBy(types, growing);
  const lines = [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm)].flatMap(
    ([, name = "", labels = "", value = ""]) =>
      instances.flatMap((instance) => {
        const sampleLabels = [labels, `job="${job}"`, `instance="${instance}"`]
          .filter((part) => part !== "")
          .join(",");
        return Array.from({ length: scrapeCount }, (_, index) => {
          const factor = grows(name) ? index + 1 : 1;
          const at = startSeconds + index * scrapeIntervalSeconds;
          return `${name}{${sampleLabels}} ${Number(value) * factor} ${at}`;
        });
      }),
  );
  return lines.map((line) => `${line}\n`).join("");
}

/** Returns the samples of the engine or exporter in `folder`, relative to the repository's root. */
export function simulateScrapedSamples(folder: string, scrape: Scrape): readonly ScrapedSample[] {
  const samples = path.join(root, folder, "samples");
  return readdirSync(samples).map((version) => {
    const job = `${folder}/${version}`;
    const text = readFileSync(path.join(samples, version, "metrics.txt"), "utf8");
    return { job, version, openMetrics: scraped(text, job, scrape) };
  });
}
