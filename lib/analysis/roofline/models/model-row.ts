/** A row of the table of models: a shape, its names, its published number formats, and the source. */
import type { FactConfidence } from "@/lib/model/roofline/accelerator";
import type { Architecture } from "@/lib/model/roofline/architecture";
import type { NumberFormats } from "@/lib/model/roofline/precision";

/** A model of the built-in table: its shape, published formats and source. */
export interface ModelRow extends Architecture {
  /** Repository on huggingface.co, `owner/name`. Its config.json contains the shape. */
  readonly repository: string;
  /** Names of further models that have the same shape. */
  readonly aliases: readonly string[];
  /** Formats of the published weights. */
  readonly publishedFormats: NumberFormats;
  readonly confidence: FactConfidence;
  readonly source: string;
  readonly note?: string | undefined;
}

/** Columns of config.json that differ between the models of a family. */
type Shape = readonly [
  layers: number,
  hidden: number,
  ffn: number,
  heads: number,
  kvHeads: number,
  headDim: number,
  maxContextTokens: number,
];

/** A model of a family. `other` contains the fields whose values differ from `shared`. */
type FamilyMember = readonly [repository: string, shape: Shape, other?: Partial<ModelRow>];

type SharedFields = Pick<
  ModelRow,
  "isGated" | "vocabulary" | "isTied" | "small" | "publishedFormats" | "confidence" | "source"
>;

/**
 * Returns the rows of models with grouped-query attention. Each row has the fields of `shared`. Unless a member sets
 * a name, the name is the last part of the repository. The id is the name in lower case.
 */
export function createFamilyRows(
  shared: SharedFields,
  members: readonly FamilyMember[],
): readonly ModelRow[] {
  return members.map(([repository, shape, other = {}]) => {
    const [layers, hidden, ffn, heads, kvHeads, headDim, maxContextTokens] = shape;
    const name = other.name ?? repository.slice(repository.indexOf("/") + 1);
    const attention = { kind: "grouped", heads, kvHeads, headDim } as const;
    const names = { id: name.toLowerCase(), name, repository, aliases: [] };
    return { ...names, layers, hidden, ffn, attention, maxContextTokens, ...shared, ...other };
  });
}
