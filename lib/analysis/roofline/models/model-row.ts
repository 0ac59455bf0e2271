/** A row of the table of models: a shape, its names, its published number formats, and the source. */
import type { FactConfidence } from "@/lib/model/roofline/accelerator";
import type { Architecture } from "@/lib/model/roofline/architecture";
import type { NumberPlan } from "@/lib/model/roofline/precision";

export interface ModelRow extends Architecture {
  /** Repository on huggingface.co, `owner/name`. Its config.json contains the shape. */
  readonly repository: string;
  /** Other names of models with the same shape. */
  readonly alsoNamed: readonly string[];
  readonly published: NumberPlan;
  readonly confidence: FactConfidence;
  readonly source: string;
  readonly note?: string | undefined;
}
