/** Nouns for the objects that engines and exporters report on, with their counts. */
import type { Family } from "@/lib/model/signals/signal-definition";
import { countWithNoun } from "@/lib/format/agreement";

const nouns: { readonly [F in Family]: readonly [one: string, many: string] } = {
  engine: ["engine", "engines"],
  gpu: ["GPU", "GPUs"],
  host: ["host", "hosts"],
  container: ["container", "containers"],
  database: ["database", "databases"],
  training: ["series of training jobs", "series of training jobs"],
};

/**
 * Nouns for the locations of these objects, as exporters report them. A location may have several objects: one machine
 * may have eight GPUs.
 */
const locationNouns: { readonly [F in Family]: readonly [one: string, many: string] } = {
  ...nouns,
  gpu: ["machine with GPUs", "machines with GPUs"],
  container: ["pod", "pods"],
  database: ["database service", "database services"],
  // Several series may report the same job.
  training: ["set of training metrics", "sets of training metrics"],
};

const titles: { readonly [F in Family]: string } = {
  engine: "Engine",
  gpu: "GPU",
  host: "Host",
  container: "Containers",
  database: "Database",
  training: "Training",
};

/** Formats the number of objects that an exporter of the family monitors: "8 GPUs". */
export function formatFamilyCount(count: number, family: Family): string {
  return countWithNoun(count, ...nouns[family]);
}

/** Formats the number of machines, pods or databases that an exporter monitors: "8 machines with GPUs". */
export function formatLocationCount(count: number, family: Family): string {
  return countWithNoun(count, ...locationNouns[family]);
}

/** Returns the title of a signal family, such as GPU. */
export function familyTitle(family: Family): string {
  return titles[family];
}
