/** A template of a team: values that new investigations start with. */
import { z } from "zod";
import { goalSchema } from "./goal-schema";
import { severities } from "./severity";
import { stepIds } from "./step-ids";

const templateStep = z.object({
  /** Text by field id. */
  answers: z.record(z.string(), z.string()),
  /** Texts that are added to the checklist of the step. */
  items: z.array(z.string()),
});

/** Stored content of a template. */
export const templateDocument = z.object({
  /** Proposed title. May be empty. */
  title: z.string(),
  severity: z.literal(severities),
  tags: z.array(z.string()),
  goal: goalSchema.nullable(),
  /** Content of each step, by step id. Steps without content are absent. */
  steps: z.partialRecord(z.enum(stepIds), templateStep),
});
/** Stored content of a template, from which investigations are opened. */
export type TemplateDocument = z.infer<typeof templateDocument>;
