/** Parses the text of a file into a measured run, or returns a message about what is wrong with it. */
import { fail, succeed, type Result } from "@/lib/base/result";
import {
  measuredRunKind,
  measuredRunSchema,
  measuredRunVersion,
  type MeasuredRun,
} from "./measured-run-schema";

const maxListedIssues = 5;

/** Parses the document of a measured run from JSON text, or returns a text with its problems. */
export function readMeasuredRun(text: string): Result<MeasuredRun, string> {
  const document = parseJson(text);
  if (!document.ok) return document;
  const formatError = documentFormatError(document.value);
  if (formatError !== null) return fail(formatError);
  const parsed = measuredRunSchema.safeParse(document.value);
  if (parsed.success) return succeed(parsed.data);
  const { issues } = parsed.error;
  const named = issues
    .slice(0, maxListedIssues)
    .map(({ path, message }) => `${path.map(String).join(".") || "the file"}: ${message}`);
  const more = issues.length > maxListedIssues ? [`and ${issues.length - maxListedIssues} more`] : [];
  return fail([...named, ...more].join("; "));
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return succeed(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail("the file is not JSON");
  }
}

/** Returns a message for a file of another kind or version, whose fields may otherwise be valid. */
function documentFormatError(document: unknown): string | null {
  if (typeof document !== "object" || document === null || !("kind" in document))
    return `the file has no kind (expected "${measuredRunKind}")`;
  if (document.kind !== measuredRunKind)
    return `the file has the kind ${quoteValue(document.kind)} (expected "${measuredRunKind}")`;
  const version = "version" in document ? document.version : undefined;
  if (version === measuredRunVersion) return null;
  const age = typeof version === "number" && version > measuredRunVersion ? ", which is newer" : "";
  return `the file has version ${quoteValue(version)}${age} (this release reads version ${measuredRunVersion})`;
}

function quoteValue(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
