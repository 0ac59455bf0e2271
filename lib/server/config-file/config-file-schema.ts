/** Schema of `ridgepoint.yaml` and the fix for each field. */
import { z } from "zod";
import { redactToLine } from "@/lib/base/safe-text";
import { engineIds, exporterIds } from "@/lib/model/deployment/deployment";
import { poolRoles, selectorError } from "@/lib/model/deployment/deployment-review";
import { environmentValues } from "@/lib/model/baseline/environment-schema";
import { limitOverrides } from "@/lib/model/deployment/limits-schema";
import { gpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import { deploymentTitleRules, titleError } from "@/lib/model/event";
import { phaseRules } from "@/lib/model/traces/phase-rule-schema";
import { assignablePhases, type PhaseRule } from "@/lib/model/traces/phase-rule";
import { signalMappings } from "@/lib/model/signals/signal-mapping-schema";

const text = z.string({ error: "must be text in quotes" });
const labels = z.record(z.string(), text, { error: "must be labels with their values" });
const selector = labels.superRefine((given, context) => {
  const error = selectorError(given);
  if (error !== null) context.addIssue({ code: "custom", message: toClause(error) });
});
const selectors = z.array(selector, { error: "must be a list of selectors, each with - before it" });

const oneOf = (ids: readonly string[]) => ({ error: `must be one of ${ids.join(", ")}` });

const shape = {
  title: text.trim().superRefine((given, context) => {
    const error = titleError(given, deploymentTitleRules);
    if (error !== null) context.addIssue({ code: "custom", message: toClause(error) });
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
  limits: limitOverrides.optional(),
  environment: environmentValues.optional(),
  gpuHourPrice: z
    .strictObject(
      {
        amount: z
          .number({ error: "must be a number" })
          .positive("must be above 0")
          .max(1e6, "must be at most 1000000"),
        currency: gpuHourPrice.shape.currency,
      },
      { error: "must be an amount with its currency" },
    )
    .transform(({ amount, currency }) => ({ perAcceleratorHour: amount, currency }))
    .optional(),
  hidden: z.boolean({ error: "must be true or false" }).default(false),
};

const deployment = z.strictObject(shape, {
  error: "must be a deployment with indented fields",
});

/** Schema of the configuration file. */
export const fileSchema = z.strictObject(
  {
    version: z.literal(1, { error: "must be 1" }),
    deployments: z.array(deployment, { error: "must be a list of deployments, each with - before it" }),
  },
  { error: "must have version: and deployments:" },
);

/** How to correct an error, by the name of the invalid field. */
export const fixByField: Readonly<Record<string, string>> = {
  file: "start the file with version: 1, then deployments: with a list below",
  version: "start the file with version: 1",
  deployments: "add deployments: with a list below",
  deployment: 'write - title: "Chat" with engine: and selectors: below it',
  title: 'write title: "Chat"',
  slug: "write a slug such as slug: support-chat, or remove the line to derive it from the title",
  engine: "add engine: vllm, or another engine listed in docs/deployments.md",
  model: 'write the served model\'s name in quotes such as model: "chat", or remove the line',
  source: "write the name of a metrics source in quotes such as source: prometheus, or remove the line",
  hidden: "write hidden: true, or remove the line",
  pools: 'write pools such as - { role: decode, selectors: [{ job: "vllm" }] }, each with - before it',
  role: "write a role such as role: decode, or remove the line for both roles",
  attachments: 'write exporters such as - { exporter: dcgm, selectors: [{ hostname: "node-1" }] }',
  exporter: "write an exporter such as exporter: dcgm",
  gauge: "write the metric's name as the job exposes it, such as gauge: my_loss",
  counter: "write the metric's name as the job exposes it, such as counter: my_tokens_total",
  histogram: "write the histogram's name without _bucket, such as histogram: step_seconds",
  of: "write the metric's name as the job exposes it",
  scale: "write the factor of the values such as scale: 0.001, or remove the line",
  labels: 'write labels with their values such as labels: { stage: "train" }',
  mappings: "write signals with their metric such as train-loss: { gauge: my_loss }",
  phases: 'write rules such as - { operation: "*tokenize*", phase: tokenize }',
  operation: 'write the span\'s name with * for anything, such as operation: "*tokenize*"',
  attribute: 'write the attribute\'s name, or name=value, such as attribute: "stage=retrieval"',
  traceServices: "write the service names of the spans such as traceServices: [gateway, chat]",
  limits: "write limits such as limits: { ttftP95Seconds: 2, errorRatio: 0.01 }",
  environment: 'write paths with their values such as environment: { region: "eu-1", gpu.clockMhz: 1980 }',
  gpuHourPrice: "write the price of one GPU hour such as gpuHourPrice: { amount: 2.5, currency: EUR }",
  phase: `use one of ${assignablePhases.join(", ")}`,
  selectors: 'write selectors such as - { model_name: "chat", job: "vllm" }',
};

/** Returns how to correct an error at `path` of the configuration file. */
export function findFieldFix(path: readonly PropertyKey[]): string {
  if (path.length === 2) return fixByField["deployment"] ?? "";
  // Label names are arbitrary. A label that is named like a field is still a label.
  const holder = path.find((part) => part === "selectors" || part === "labels");
  const label = path.at(-1);
  if (holder !== undefined && typeof label === "string" && label !== holder)
    return `correct ${redactToLine(label, 60)}: label values must be quoted, such as job: "vllm"`;
  const fixName = holder ?? path.findLast((part) => Object.hasOwn(fixByField, part)) ?? "file";
  return fixByField[String(fixName)] ?? "";
}

/** Names of the fields that a deployment in the file can have. */
export const deploymentFieldNames: readonly string[] = Object.keys(deployment.shape);

/** Deployment in the configuration file after validation. */
export type ParsedDeployment = z.output<typeof deployment>;

/** The valid parts of a deployment, so that an error in one field does not hide errors in others. */
export interface FileDeploymentFields {
  /** Valid fields, including defaults. */
  readonly validFields: Partial<ParsedDeployment>;
  /** Names of all written fields, valid or not. */
  readonly writtenFieldNames: ReadonlySet<string>;
  /** Phase rules in file order. Null for an invalid rule. */
  readonly phaseRules: readonly (Pick<PhaseRule, "operation" | "attribute"> | null)[];
  readonly traceServices: readonly (string | null)[];
}

const mapping = z.record(z.string(), z.unknown());
const listed = z.object({ deployments: z.array(z.unknown()) });

/** Validates each field of each deployment, in file order. Null for an entry that is not a deployment. */
export function readDeploymentFields(file: unknown): readonly (FileDeploymentFields | null)[] {
  return (listed.safeParse(file).data?.deployments ?? []).map((each) => {
    const raw = mapping.safeParse(each);
    if (!raw.success) return null;
    const fields = Object.entries(deployment.shape).flatMap(([name, schema]) => {
      const field = schema.safeParse(raw.data[name]);
      return field.success && field.data !== undefined ? [[name, field.data] as const] : [];
    });
    // Each value is parsed by the schema of its field, so the cast is safe.
    return {
      validFields: Object.fromEntries(fields) as Partial<ParsedDeployment>,
      writtenFieldNames: new Set(Object.keys(raw.data)),
      phaseRules: entriesOf(raw.data["phases"], ruleMatchFields),
      traceServices: entriesOf(raw.data["traceServices"], text),
    };
  });
}

/** Parts of a rule that select spans, without the phase. */
const ruleMatchFields = z.object({ operation: text.optional(), attribute: text.optional() });

function entriesOf<T>(listed: unknown, schema: z.ZodType<T>): readonly (T | null)[] {
  return Array.isArray(listed) ? listed.map((each) => schema.safeParse(each).data ?? null) : [];
}

/** Converts a sentence to a clause: no full stop, lower-case initial. */
export function toClause(sentence: string): string {
  return sentence.replace(/\.$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
