/** Table rows in the form of the response. */
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { allModels } from "@/lib/analysis/roofline/models/all-models";
import type { ModelRow } from "@/lib/analysis/roofline/models/model-row";
import type { AcceleratorRow, TableModelRow } from "@/lib/contracts/roofline/roofline-tables";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { AcceleratorDocument } from "@/lib/model/roofline/accelerator-schema";
import type { ModelDocument } from "@/lib/model/roofline/architecture-schema";
import type { Architecture } from "@/lib/model/roofline/architecture";
import type { AddedEntries, EntryVersion } from "./catalogue";

type Provenance = AcceleratorRow["provenance"];
const builtInProvenance: Provenance = { kind: "built-in" };
const addedProvenance = ({
  version,
  author,
  atMs,
}: Omit<EntryVersion<unknown>, "id" | "isRetired" | "document">) =>
  ({ kind: "added", version, author, atMs }) as const;

/** The contract's inferred types have mutable arrays. Rows are only serialised, so the cast is safe. */
const acceleratorRow = (accelerator: Accelerator, provenance: Provenance): AcceleratorRow =>
  ({ accelerator, provenance }) as unknown as AcceleratorRow;

/** Returns the architecture of a model row without its name, aliases and source. */
export function pickArchitecture(row: ModelRow): Architecture {
  const {
    repository: _repository,
    aliases: _names,
    publishedFormats: _plan,
    confidence: _confidence,
    source: _source,
    note: _note,
    ...shape
  } = row;
  return shape;
}

function builtInModel(row: ModelRow): TableModelRow {
  return {
    architecture: pickArchitecture(row),
    plan: row.publishedFormats,
    source: row.source,
    confidence: row.confidence,
    provenance: builtInProvenance,
  };
}

type Written<Document> = Omit<EntryVersion<Document>, "id" | "isRetired">;

/** Converts an added GPU to a row of the response. */
export function toAcceleratorRow(entry: Written<AcceleratorDocument>): AcceleratorRow {
  return acceleratorRow(entry.document.accelerator, addedProvenance(entry));
}

/** Converts an added model to a row of the response. */
export function toModelRow(entry: Written<ModelDocument>): TableModelRow {
  const { architecture, plan, source } = entry.document;
  return { architecture, plan, source, confidence: "stated", provenance: addedProvenance(entry) };
}

/** Rows that can be chosen, built-in rows first, and retired rows. */
interface CatalogueRows<Row> {
  readonly offered: Row[];
  readonly retired: Row[];
}

/** Returns built-in and added GPUs as rows of the response. */
export function listAcceleratorRows({ accelerators }: AddedEntries): CatalogueRows<AcceleratorRow> {
  const builtIn = allAccelerators.map((row) => acceleratorRow(row, builtInProvenance));
  return catalogueRows(builtIn, accelerators, toAcceleratorRow);
}

/** Returns built-in and added models as rows of the response. */
export function listBuiltInAndAddedModels({ models }: AddedEntries): CatalogueRows<TableModelRow> {
  return catalogueRows(allModels.map(builtInModel), models, toModelRow);
}

function catalogueRows<Row, Entry extends { readonly isRetired: boolean }>(
  builtIn: readonly Row[],
  entries: readonly Entry[],
  rowOf: (entry: Entry) => Row,
): CatalogueRows<Row> {
  return {
    offered: [...builtIn, ...entries.filter(({ isRetired }) => !isRetired).map(rowOf)],
    retired: entries.filter(({ isRetired }) => isRetired).map(rowOf),
  };
}
