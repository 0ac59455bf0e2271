/** The things that engines and exporters speak of, counted in words. */
import type { Family } from "@/lib/model/signal-definition";

const nouns: { readonly [F in Family]: readonly [one: string, many: string] } = {
  engine: ["engine", "engines"],
  gpu: ["GPU", "GPUs"],
  host: ["host", "hosts"],
  container: ["container", "containers"],
  database: ["database", "databases"],
  training: ["series of training jobs", "series of training jobs"],
};

/** Where those things are, as their exporters name it: a machine may have eight GPUs. */
const locationNouns: { readonly [F in Family]: readonly [one: string, many: string] } = {
  ...nouns,
  gpu: ["machine with GPUs", "machines with GPUs"],
  container: ["pod", "pods"],
  database: ["database service", "database services"],
  // Several may tell of one job.
  training: ["place with training metrics", "places with training metrics"],
};

const titles: { readonly [F in Family]: string } = {
  engine: "Engine",
  gpu: "GPU",
  host: "Host",
  container: "Containers",
  database: "Database",
  training: "Training",
};

/** "8 GPUs". */
export function formatFamilyCount(count: number, family: Family): string {
  return withNoun(count, nouns[family]);
}

/** "8 machines with GPUs". */
export function formatLocationCount(count: number, family: Family): string {
  return withNoun(count, locationNouns[family]);
}

function withNoun(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function familyTitle(family: Family): string {
  return titles[family];
}
