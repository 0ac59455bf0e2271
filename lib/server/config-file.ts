/**
 * `ridgepoint.yaml`: deployments as code. Checked whole before anything of it is used; what is wrong is told with file, line
 * and fix.
 */
import { isMap, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import { z } from "zod";
import { assertPresent } from "@/lib/base/assert";
import { safeText } from "@/lib/base/safe-text";
import { toSlug } from "@/lib/base/to-slug";
import { engineIds, exporterIds, type Attachment, type EngineId, type Pool } from "@/lib/model/deployment";
import { poolRoles, poolsTrouble, selectorTrouble } from "@/lib/model/deployment-review";
import { titleTrouble } from "@/lib/model/event";

/** One deployment of the file. */
export interface FileDeployment {
  readonly title: string;
  readonly slug: string;
  readonly source: string;
  readonly engine: EngineId;
  readonly model: string;
  readonly pools: readonly Pool[];
  /** Undefined leaves it to discovery. */
  readonly attachments: readonly Attachment[] | undefined;
  readonly traceServices: readonly string[] | undefined;
  readonly hidden: boolean;
}

/** The file is wrong: where, what, and how it is mended. */
export class ConfigFileError extends Error {
  override readonly name = "ConfigFileError";

  constructor(where: string, wrong: string, fix: string) {
    super(`${where}: ${wrong}. fix: ${fix}`);
  }
}

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
  traceServices: z.array(text).optional(),
  hidden: z.boolean({ error: "must be true or false" }).default(false),
});

const fileSchema = z.strictObject({
  version: z.literal(1, { error: "must be 1" }),
  deployments: z.array(deployment, { error: "must be a list of deployments, each with - before it" }),
});

const fixes: Readonly<Record<string, string>> = {
  version: "begin the file with version: 1",
  deployments: "add deployments: with a list beneath",
  title: 'add title: "the name people know it by"',
  engine: "add engine: vllm, or another of docs/deployments.md",
  selectors: 'write selectors such as - { model_name: "chat", job: "vllm" }',
};

/** The deployments of a file. `sources` are the slugs of metrics sources there are. Throws ConfigFileError for the first thing that is wrong. */
export function parseConfigFile(
  content: string,
  { name, sources }: { readonly name: string; readonly sources: readonly string[] },
): readonly FileDeployment[] {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, uniqueKeys: true });
  const broken = document.errors[0];
  if (broken !== undefined) {
    const wrong = safeText(broken.message.split("\n")[0]?.replace(/ at line .*$/, "") ?? "", 200);
    throw new ConfigFileError(
      `${name}:${lines.linePos(broken.pos[0]).line}`,
      `is not YAML (${wrong})`,
      "correct the indentation or the quotes there",
    );
  }
  const at = (path: readonly PropertyKey[]): string => `${name}:${lineOf(document, lines, path)}`;
  const parsed = fileSchema.safeParse(document.toJS({ maxAliasCount: 20 }) ?? {}, { reportInput: true });
  if (!parsed.success) {
    const issue = assertPresent(parsed.error.issues[0], "a failed parse has an issue");
    throw toError(issue, at);
  }
  return checkAll(parsed.data.deployments, at, sources);
}

type Issue = z.core.$ZodIssue;
type At = (path: readonly PropertyKey[]) => string;

function toError(issue: Issue, at: At): ConfigFileError {
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const path = [...issue.path, key];
    return new ConfigFileError(at(path), `${toText(path)} is not known`, "correct its spelling or remove it");
  }
  const isMissing = issue.input === undefined;
  const field = issue.path.findLast((part) => typeof part === "string") ?? "";
  const fix = fixes[field] ?? `correct ${field === "" ? "the file" : field}`;
  const wrong = isMissing ? "is missing" : issue.message;
  return new ConfigFileError(at(issue.path), `${toText(issue.path)} ${wrong}`, fix);
}

type Parsed = z.output<typeof deployment>;

/** What no single field can tell: series of its own, slugs that differ, sources that exist. */
function checkAll(all: readonly Parsed[], at: At, sources: readonly string[]): readonly FileDeployment[] {
  const taken = new Set<string>();
  return all.map((one, index) => {
    const path = ["deployments", index];
    const name = toText(path);
    if ((one.selectors === undefined) === (one.pools === undefined))
      throw new ConfigFileError(
        at(path),
        `${name} needs either selectors or pools`,
        'add selectors: with a line such as - { model_name: "chat", job: "vllm" }',
      );
    const pools = one.pools ?? [{ role: "both" as const, selectors: one.selectors ?? [] }];
    const trouble = poolsTrouble(pools);
    const field = one.pools === undefined ? "selectors" : "pools";
    if (trouble !== null)
      throw new ConfigFileError(
        at([...path, field]),
        `${name}.${field}: ${sentencePart(trouble)}`,
        fixes["selectors"] ?? "",
      );
    if (!sources.includes(one.source))
      throw new ConfigFileError(
        at([...path, "source"]),
        `${name}.source "${safeText(one.source, 40)}" is no metrics source`,
        `use ${sources.join(" or ")}`,
      );
    const slug = one.slug ?? toSlug(one.title);
    if (taken.has(slug))
      throw new ConfigFileError(
        at([...path, one.slug === undefined ? "title" : "slug"]),
        `${name} has the slug ${slug}, as one before it`,
        "give it a slug: of its own",
      );
    taken.add(slug);
    const { title, source, engine, attachments, traceServices, hidden } = one;
    return {
      title,
      slug,
      source,
      engine,
      model: modelOf(one, title),
      pools,
      attachments,
      traceServices,
      hidden,
    };
  });
}

/** The served model's name where the file does not say: what its selectors name. */
function modelOf({ model, selectors: own, pools }: Parsed, title: string): string {
  if (model !== undefined) return model;
  const [first = {}] = own ?? pools?.[0]?.selectors ?? [];
  return first["model_name"] ?? first["model"] ?? first["model_id"] ?? title;
}

function toText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the file";
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${safeText(String(part), 60)}`,
    )
    .join("");
}

/** The line of the deepest part of `path` that the file has. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown = document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined;
    const node: unknown = pair?.key ?? document.getIn(path.slice(0, length), true);
    const start = rangeStart(node);
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

function rangeStart(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range))
    return undefined;
  const [start] = node.range as readonly unknown[];
  return typeof start === "number" ? start : undefined;
}

/** A sentence of its own as a part of another. */
function sentencePart(sentence: string): string {
  return sentence.replace(/\.$/, "").replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
