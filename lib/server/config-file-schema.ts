/** What `ridgepoint.yaml` may hold, field by field, and what to do about each. */
import { z } from "zod";
import { safeText } from "@/lib/base/safe-text";
import { engineIds, exporterIds } from "@/lib/model/deployment";
import { poolRoles, selectorError } from "@/lib/model/deployment-review";
import { titleError } from "@/lib/model/event";
import { phaseRules } from "@/lib/model/phase-rule-schema";
import { ruledPhases, type PhaseRule } from "@/lib/model/phase-rule";
import { signalMappings } from "@/lib/model/signal-mapping-schema";

const maxNameLength = 100;
const text = z.string({ error: "must be text; put it in quotes" });
const labels = z.record(z.string(), text, { error: "must be labels with their values" });
const selector = labels.superRefine((given, context) => {
  const error = selectorError(given);
  if (error !== null) context.addIssue({ code: "custom", message: sentencePart(error) });
});
/** The words for an event that has none are not those for a name. */
function nameError(given: string): string | null {
  if (given.length > maxNameLength) return `At most ${maxNameLength} characters; this has ${given.length}.`;
  if (given === "") return "Must not be empty.";
  return titleError(given) === null
    ? null
    : "Must be one line of text, without control or direction characters.";
}

const selectors = z.array(selector, { error: "must be a list of selectors, each with - before it" });

const oneOf = (ids: readonly string[]) => ({ error: `must be one of ${ids.join(", ")}` });

const shape = {
  title: text.trim().superRefine((given, context) => {
    const error = nameError(given);
    if (error !== null) context.addIssue({ code: "custom", message: sentencePart(error) });
  }),
  slug: text
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/, "must be lower-case letters, digits and dashes")
    .optional(),
  source: text.default("prometheus"),
  engine: z.enum(engineIds, oneOf(engineIds)),
  model: text.optional(),
  selectors: selectors.optional(),
  pools: z
    .array(
      z.strictObject(
        { role: z.enum(poolRoles, oneOf(poolRoles)).default("both"), selectors },
        { error: "must be a pool with its role and selectors" },
      ),
      { error: "must be a list of pools, each with - before it" },
    )
    .optional(),
  attachments: z
    .array(
      z.strictObject(
        { exporter: z.enum(exporterIds, oneOf(exporterIds)), selectors },
        { error: "must be an exporter with its selectors" },
      ),
      { error: "must be a list of exporters, each with - before it" },
    )
    .optional(),
  traceServices: z.array(text, { error: "must be a list of names, each with - before it" }).optional(),
  mappings: signalMappings.optional(),
  phases: phaseRules.optional(),
  hidden: z.boolean({ error: "must be true or false" }).default(false),
};

const deployment = z.strictObject(shape, {
  error: "must be a deployment with its fields beneath one another",
});

export const fileSchema = z.strictObject(
  {
    version: z.literal(1, { error: "must be 1" }),
    deployments: z.array(deployment, { error: "must be a list of deployments, each with - before it" }),
  },
  { error: "must have version: and deployments:" },
);

export const fixes: Readonly<Record<string, string>> = {
  file: "begin the file with version: 1, then deployments: with a list beneath",
  version: "begin the file with version: 1",
  deployments: "add deployments: with a list beneath",
  deployment: 'write it such as - title: "Chat", with engine: and selectors: beneath title:',
  title: 'write title: "the name people know it by"',
  slug: "write its address such as slug: support-chat, or leave slug: out, and it is made from the title",
  engine: "add engine: vllm, or another of docs/deployments.md",
  model: 'write the served model\'s name in quotes such as model: "chat", or leave it out',
  source: "write a metrics source's name in quotes such as source: prometheus, or leave it out",
  hidden: "write hidden: true, or leave it out",
  pools: 'write pools such as - { role: decode, selectors: [{ job: "vllm" }] }, each with - before it',
  role: "write one of these such as role: decode, or leave it out, which means both",
  attachments: 'write exporters such as - { exporter: dcgm, selectors: [{ hostname: "node-1" }] }',
  exporter: "write one of these names such as exporter: dcgm",
  gauge: "write the metric's name as the job exposes it, such as gauge: my_loss",
  counter: "write the metric's name as the job exposes it, such as counter: my_tokens_total",
  histogram: "write the histogram's name without _bucket, such as histogram: step_seconds",
  of: "write the metric's name as the job exposes it",
  scale: "write the number by which values are multiplied, such as scale: 0.001, or leave it out",
  labels: 'write labels with their values such as labels: { stage: "train" }',
  mappings: "write signals with their metric such as train-loss: { gauge: my_loss }",
  phases: 'write rules such as - { operation: "*tokenize*", phase: tokenize }',
  operation: 'write the span\'s name with * for anything, such as operation: "*tokenize*"',
  attribute: 'write the attribute\'s name, or name=value, such as attribute: "stage=retrieval"',
  traceServices: "write the names as the spans have them, such as traceServices: [gateway, chat]",
  phase: `use one of ${ruledPhases.join(", ")}`,
  selectors: 'write selectors such as - { model_name: "chat", job: "vllm" }',
};

/** What to do about something wrong at `path`. */
export function fixAt(path: readonly PropertyKey[]): string {
  if (path.length === 2) return fixes["deployment"] ?? "";
  // Names of labels are anybody's: one that is called like a field of ours is none.
  const holder = path.find((part) => part === "selectors" || part === "labels");
  const label = path.at(-1);
  if (holder !== undefined && typeof label === "string" && label !== holder)
    return `correct ${safeText(label, 60)}: values of labels stand in quotes, such as job: "vllm"`;
  const fixName = holder ?? path.findLast((part) => part in fixes) ?? "file";
  return fixes[String(fixName)] ?? "";
}

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
      rules: entriesOf(raw.data["phases"], ruleMatchFields),
      services: entriesOf(raw.data["traceServices"], text),
    };
  });
}

/** Of which spans a rule speaks, whatever phase it gives them. */
const ruleMatchFields = z.object({ operation: text.optional(), attribute: text.optional() });

function entriesOf<T>(listed: unknown, schema: z.ZodType<T>): readonly (T | null)[] {
  return Array.isArray(listed) ? listed.map((each) => schema.safeParse(each).data ?? null) : [];
}

/** A sentence of its own as a part of another. */
export function sentencePart(sentence: string): string {
  return sentence.replace(/\.$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
