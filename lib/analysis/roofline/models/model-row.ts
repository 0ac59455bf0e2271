/** A row of the table of models: a shape, the names it goes by, in what it is published, and where that was read. */
import type { FactConfidence } from "@/lib/model/accelerator";
import type { Architecture } from "@/lib/model/architecture";
import type { NumberPlan } from "@/lib/model/precision";

export interface ModelRow extends Architecture {
  /** On huggingface.co, `owner/name`; its config.json holds the shape. */
  readonly repository: string;
  /** Other names of models with the same shape. */
  readonly alsoNamed: readonly string[];
  readonly published: NumberPlan;
  readonly confidence: FactConfidence;
  readonly source: string;
  readonly note?: string | undefined;
}
