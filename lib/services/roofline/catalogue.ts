/** The tables of accelerators and models: the product's own rows and those that people added, as this process knows them. */
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { allModels } from "@/lib/analysis/roofline/models/all-models";
import type { ModelRow } from "@/lib/analysis/roofline/models/model-row";
import type { Accelerator } from "@/lib/model/accelerator";
import { acceleratorDocument, type AcceleratorDocument } from "@/lib/model/accelerator-schema";
import { modelDocument, type ModelDocument } from "@/lib/model/architecture-schema";

export const entryKinds = ["accelerator", "model"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The present version of an added row. */
export interface EntryVersion<Document> {
  readonly id: string;
  readonly version: number;
  readonly isRetired: boolean;
  readonly author: string;
  readonly atMs: number;
  readonly document: Document;
}

export interface AddedEntries {
  readonly accelerators: readonly EntryVersion<AcceleratorDocument>[];
  readonly models: readonly EntryVersion<ModelDocument>[];
}

/** What points are placed with: retired rows still serve those who chose them. */
export interface Catalogue {
  readonly accelerators: readonly Accelerator[];
  readonly models: readonly ModelRow[];
  /** Not proposed any more. */
  readonly retired: ReadonlySet<string>;
}

/** Accelerators that may be proposed. */
export function offeredAccelerators({ accelerators, retired }: Pick<Catalogue, "accelerators" | "retired">) {
  return accelerators.filter(({ id }) => !retired.has(id));
}

export function buildCatalogue({ accelerators, models }: AddedEntries): Catalogue {
  const retired = [...accelerators, ...models].filter(({ isRetired }) => isRetired).map(({ id }) => id);
  return {
    accelerators: [...allAccelerators, ...accelerators.map(({ document }) => document.accelerator)],
    models: [...allModels, ...models.map(({ document }) => modelRow(document))],
    retired: new Set(retired),
  };
}

/** An added model goes by the name it was given. */
function modelRow({ architecture, plan, source }: ModelDocument): ModelRow {
  return {
    ...architecture,
    repository: architecture.name,
    alsoNamed: [],
    published: plan,
    confidence: "stated",
    source,
  };
}

const documents = { accelerator: acceleratorDocument, model: modelDocument } as const;

/** A stored document. Throws ZodError for one that no release has written. */
export function parseEntry<K extends EntryKind>(
  kind: K,
  stored: unknown,
): K extends "accelerator" ? AcceleratorDocument : ModelDocument;
export function parseEntry(kind: EntryKind, stored: unknown): AcceleratorDocument | ModelDocument {
  return documents[kind].parse(stored);
}

/** Of the product's own rows, which nobody writes over. */
export function isBuiltInRow(kind: EntryKind, id: string): boolean {
  const rows: readonly { readonly id: string }[] = kind === "accelerator" ? allAccelerators : allModels;
  return rows.some((row) => row.id === id);
}
