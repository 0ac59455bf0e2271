/** Converts a config.json to a model document, or returns every invalid name. */
import type { ConfigProblem } from "@/lib/analysis/roofline/models/config-reader";
import { modelFromConfig } from "@/lib/analysis/roofline/models/from-config";
import { fail, succeed, type Result } from "@/lib/base/result";
import { AppError } from "@/lib/model/app-error";
import { modelDocument, type ModelDocument } from "@/lib/model/roofline/architecture-schema";
import { hfConfig } from "@/lib/model/roofline/hf-config-schema";
import { createEntryId } from "./write-entry";

/** Model that a `config.json` describes, with the assumptions that were made. */
export interface ParsedModelConfig {
  readonly document: ModelDocument;
  /** Assumptions, one sentence each. */
  readonly remarks: readonly string[];
}

interface ConfigInput {
  readonly name: string;
  readonly config: unknown;
  readonly source?: string | undefined;
}

const pastedSource = "config.json, pasted";

/** Converts a Hugging Face `config.json` to a model, or returns the invalid fields. */
export function parseModelConfig({
  name,
  config,
  source = pastedSource,
}: ConfigInput): Result<ParsedModelConfig, readonly ConfigProblem[]> {
  const parsed = hfConfig.safeParse(config);
  if (!parsed.success) return fail(parsed.error.issues.map(configError));
  const read = modelFromConfig(parsed.data, { id: createEntryId(name), name });
  if (!read.ok) return fail(read.error);
  const { shape, formats: plan, remarks } = read.value;
  const document = modelDocument.safeParse({
    kind: "model",
    version: 1,
    architecture: shape,
    plan,
    source,
  });
  if (!document.success) return fail(document.error.issues.map(configError));
  return succeed({ document: document.data, remarks });
}

const configError = ({
  path,
  message,
}: {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}) => ({
  name: path.map(String).join(".") || "config.json",
  message,
});

/** Converts a Hugging Face `config.json` to a model. Throws invalid-input with the list of problems. */
export function parseModelConfigOrThrow(input: ConfigInput): ParsedModelConfig {
  const read = parseModelConfig(input);
  if (read.ok) return read.value;
  throw new AppError("invalid-input", read.error.map(({ name, message }) => `${name} ${message}`).join("; "));
}
