/** What `ridgepoint.yaml` may hold, field by field, and what to do about each. */
import { z } from "zod";
import { engineIds, exporterIds } from "@/lib/model/deployment";
import { poolRoles, selectorTrouble } from "@/lib/model/deployment-review";
import { titleTrouble } from "@/lib/model/event";
import { phaseRules } from "@/lib/model/phase-rule-schema";
import { ruledPhases, type PhaseRule } from "@/lib/model/phase-rule";
import { signalMappings } from "@/lib/model/signal-mapping-schema";

const text = z.string({ error: "must be text; put it in quotes" });
const selector = z.record(z.string(), text).superRefine((given, context) => {
  const trouble = selectorTrouble(given);
  if (trouble !== null) context.addIssue({ code: "custom", message: sentencePart(trouble) });
});
const selectors = z.array(selector, { error: "must be a list of selectors, each with - before it" });

const oneOf = (ids: readonly string[]) => ({ error: `must be one of ${ids.join(", ")}` });

const deployment = z.strictObject({
  title: text.trim().superRefine((given, context) => {
    const trouble = given.length > 100 ? "At most 100 characters." : titleTrouble(given);
    if (trouble !== null) context.addIssue({ code: "custom", message: sentencePart(trouble) });
  }),
  slug: text
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/, "must be lower-case letters, digits and dashes")
    .optional(),
  source: text.default("prometheus"),
  engine: z.enum(engineIds, oneOf(engineIds)),
  model: text.optional(),
  selectors: selectors.optional(),
  pools: z
    .array(z.strictObject({ role: z.enum(poolRoles, oneOf(poolRoles)).default("both"), selectors }))
    .optional(),
  attachments: z
    .array(z.strictObject({ exporter: z.enum(exporterIds, oneOf(exporterIds)), selectors }))
    .optional(),
  traceServices: z.array(text, { error: "must be a list of names, each with - before it" }).optional(),
  mappings: signalMappings.optional(),
  phases: phaseRules.optional(),
  hidden: z.boolean({ error: "must be true or false" }).default(false),
});

export const fileSchema = z.strictObject({
  version: z.literal(1, { error: "must be 1" }),
  deployments: z.array(deployment, { error: "must be a list of deployments, each with - before it" }),
});

export const fixes: Readonly<Record<string, string>> = {
  version: "begin the file with version: 1",
  deployments: "add deployments: with a list beneath",
  title: 'add title: "the name people know it by"',
  engine: "add engine: vllm, or another of docs/deployments.md",
  mappings: "write signals with their metric such as train-loss: { gauge: my_loss }",
  phases: 'write rules such as - { operation: "*tokenize*", phase: tokenize }',
  operation: 'write the span\'s name with * for anything, such as operation: "*tokenize*"',
  attribute: 'write the attribute\'s name, or name=value, such as attribute: "stage=retrieval"',
  traceServices: "write the names as the spans have them, such as traceServices: [gateway, chat]",
  phase: `use one of ${ruledPhases.join(", ")}`,
  selectors: 'write selectors such as - { model_name: "chat", job: "vllm" }',
};

/** What a deployment of the file may have. */
export const deploymentFields: readonly string[] = Object.keys(deployment.shape);

export type ParsedDeployment = z.output<typeof deployment>;

/** A deployment of the file as far as it can be read: a mistake in one field hides none in another. */
export interface ReadableDeployment {
  /** Those that are right, defaults included. */
  readonly fields: Partial<ParsedDeployment>;
  /** Names of all that are written, right or wrong. */
  readonly given: ReadonlySet<string>;
  /** By place in their lists; null for an entry that is wrong by itself, which hides none of the others. */
  readonly rules: readonly (Pick<PhaseRule, "operation" | "attribute"> | null)[];
  readonly services: readonly (string | null)[];
}

const mapping = z.record(z.string(), z.unknown());
const listed = z.object({ deployments: z.array(z.unknown()) });

/** By place in the file's list; null for what is no deployment at all. */
export function readableDeployments(file: unknown): readonly (ReadableDeployment | null)[] {
  return (listed.safeParse(file).data?.deployments ?? []).map((each) => {
    const raw = mapping.safeParse(each);
    if (!raw.success) return null;
    const fields = Object.entries(deployment.shape).flatMap(([name, schema]) => {
      const field = schema.safeParse(raw.data[name]);
      return field.success && field.data !== undefined ? [[name, field.data] as const] : [];
    });
    // Each value came out of the schema of its own name.
    return {
      fields: Object.fromEntries(fields) as Partial<ParsedDeployment>,
      given: new Set(Object.keys(raw.data)),
      rules: entriesOf(raw.data["phases"], spokenOf),
      services: entriesOf(raw.data["traceServices"], text),
    };
  });
}

/** Of which spans a rule speaks, whatever phase it gives them. */
const spokenOf = z.object({ operation: text.optional(), attribute: text.optional() });

function entriesOf<T>(listed: unknown, schema: z.ZodType<T>): readonly (T | null)[] {
  return Array.isArray(listed) ? listed.map((each) => schema.safeParse(each).data ?? null) : [];
}

/** A sentence of its own as a part of another. */
export function sentencePart(sentence: string): string {
  return sentence.replace(/\.$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
