/** Tables of accelerators and models in memory: built-in rows and added rows. */
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { allModels } from "@/lib/analysis/roofline/models/all-models";
import type { ModelRow } from "@/lib/analysis/roofline/models/model-row";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { acceleratorDocument, type AcceleratorDocument } from "@/lib/model/roofline/accelerator-schema";
import { modelDocument, type ModelDocument } from "@/lib/model/roofline/architecture-schema";

/** Tables to which people can add rows. */
export const catalogueEntryKinds = ["accelerator", "model"] as const;
/** Table to which people can add rows. */
export type CatalogueEntryKind = (typeof catalogueEntryKinds)[number];

/** Current version of an added GPU or model. */
export interface EntryVersion<Document> {
  readonly id: string;
  readonly version: number;
  readonly isRetired: boolean;
  readonly author: string;
  readonly atMs: number;
  readonly document: Document;
}

/** GPUs and models that people added. */
export interface AddedEntries {
  readonly accelerators: readonly EntryVersion<AcceleratorDocument>[];
  readonly models: readonly EntryVersion<ModelDocument>[];
}

/**
 * GPUs and models that the analysis may use, built-in and added. Retired rows stay valid for deployments
 * that chose them.
 */
export interface Catalogue {
  readonly accelerators: readonly Accelerator[];
  readonly models: readonly ModelRow[];
  /** Ids of rows that are no longer suggested. */
  readonly retiredIds: ReadonlySet<string>;
}

/** Returns the accelerators that may be suggested. */
export function listSuggestedAccelerators({
  accelerators,
  retiredIds,
}: Pick<Catalogue, "accelerators" | "retiredIds">) {
  return accelerators.filter(({ id }) => !retiredIds.has(id));
}

/** Combines the built-in and the added GPUs and models. */
export function buildCatalogue({ accelerators, models }: AddedEntries): Catalogue {
  const retired = [...accelerators, ...models].filter(({ isRetired }) => isRetired).map(({ id }) => id);
  return {
    accelerators: [...allAccelerators, ...accelerators.map(({ document }) => document.accelerator)],
    models: [...allModels, ...models.map(({ document }) => modelRow(document))],
    retiredIds: new Set(retired),
  };
}

/** Returns an added model as a table row. Its `repository` is the name that was entered when it was added. */
function modelRow({ architecture, plan, source }: ModelDocument): ModelRow {
  return {
    ...architecture,
    repository: architecture.name,
    aliases: [],
    publishedFormats: plan,
    confidence: "stated",
    source,
  };
}

const documents = { accelerator: acceleratorDocument, model: modelDocument } as const;

/** Returns the stored document as a GPU or a model. Throws ZodError if it does not match the schema. */
export function parseEntry<K extends CatalogueEntryKind>(
  kind: K,
  stored: unknown,
): K extends "accelerator" ? AcceleratorDocument : ModelDocument;
export function parseEntry(kind: CatalogueEntryKind, stored: unknown): AcceleratorDocument | ModelDocument {
  return documents[kind].parse(stored);
}

/** Returns whether the id belongs to a built-in GPU or model, which cannot be overwritten. */
export function isBuiltInRow(kind: CatalogueEntryKind, id: string): boolean {
  const rows: readonly { readonly id: string }[] = kind === "accelerator" ? allAccelerators : allModels;
  return rows.some((row) => row.id === id);
}
