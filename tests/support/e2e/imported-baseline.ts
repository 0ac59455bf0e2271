/** Baselines with known numbers in browser tests. */
import type { Page } from "@playwright/test";
import { measureFixture, vllmEdges } from "@/lib/analysis/comparisons/fixtures";
import { baselineSchemaVersion } from "@/lib/model/baseline/baseline-document";
import { postFromPage } from "./evidence";

interface ImportedBaseline {
  readonly name: string;
  /** Slug of the deployment. */
  readonly slug: string;
  /** Multiplies the latencies. */
  readonly factor?: number;
}

/** Imports a baseline of two hours with known latencies. Returns its id. */
export async function importBaseline(
  page: Page,
  { name, slug, factor = 1 }: ImportedBaseline,
): Promise<string> {
  const document = {
    schemaVersion: baselineSchemaVersion,
    instanceRange: null,
    historySpreads: [],
    ...measureFixture({ edges: vllmEdges, factor }),
    deployment: { slug, title: slug, model: "m", engine: "vllm", engineVersion: null },
    provenance: {
      author: "test",
      capturedAtMs: Date.now(),
      productVersion: "1.0.0",
      source: "prometheus",
      sourceVersion: null,
      scrapeIntervalMs: 15_000,
      stepMs: 60_000,
      sampling: "Simulated.",
      queries: ["up"],
    },
  };
  const path = `baselines/import?name=${encodeURIComponent(name)}`;
  return ((await postFromPage(page, path, document)) as { readonly baseline: { readonly id: string } })
    .baseline.id;
}
