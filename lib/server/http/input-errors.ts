/** Messages for invalid input: the accepted values and the received value. Pure. */
import { z } from "zod";
import { redactToLine } from "@/lib/base/safe-text";

type Issue = z.core.$ZodRawIssue;

const maxQuotedLength = 60;
/** Maximum number of allowed values in a message. The documentation of the endpoint has the complete list. */
const maxListed = 40;

const anId = "019e2c5a-7b1d-7c3e-8f40-2a6b9d1c4e57";

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/**
 * Returns the message of a validation issue for which the schema defines none. Undefined leaves the message
 * of Zod.
 */
export function formatInputError(issue: Issue): string | undefined {
  const { input } = issue;
  if (input === undefined) return missingText(issue);
  switch (issue.code) {
    case "invalid_value":
      return notAmong(issue.values, input);
    case "invalid_union":
      return Array.isArray(issue["options"])
        ? notAmong(issue["options"], findDiscriminator(issue.discriminator, input))
        : "matches none of the accepted forms";
    case "unrecognized_keys":
      return unknownKeys(issue.keys, issue.inst);
    case "invalid_type":
      return `must be ${kinds[issue.expected] ?? issue.expected}, but is ${quoteInput(input)}`;
    case "too_big":
      return `must ${amountText(issue.origin, "at most", issue.maximum)}`;
    case "too_small":
      return `must ${amountText(issue.origin, "at least", issue.minimum)}`;
    case "invalid_format":
      if (issue.format === "uuid") return `must be an id such as ${anId}, but is ${quoteInput(input)}`;
      return `has an invalid format: ${quoteInput(input)}`;
    default:
      return undefined;
  }
}

function missingText(issue: Issue): string | undefined {
  if (issue.code === "invalid_value") return `is missing. Allowed values: ${listValues(issue.values)}`;
  return issue.code === "invalid_type" ? "is missing" : undefined;
}

/** Returns the value of the discriminator. */
function findDiscriminator(name: string | undefined, input: unknown): unknown {
  return name === undefined || typeof input !== "object" || input === null
    ? input
    : Object.entries(input).find(([key]) => key === name)?.[1];
}

function notAmong(values: readonly unknown[], input: unknown): string {
  if (input === undefined) return `is missing. Allowed values: ${listValues(values)}`;
  const must = values.length === 1 ? "must be" : "must be one of";
  return `${must} ${listValues(values)}, but is ${quoteInput(input)}`;
}

function unknownKeys(keys: readonly string[], schema: unknown): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const names = keys.map(quoteInput).join(", ");
  const wrong = `${names} ${keys.length === 1 ? "is" : "are"} unknown`;
  return known.length === 0 ? wrong : `${wrong}. Known names: ${listValues(known)}`;
}

function amountText(origin: string, bound: string, count: number | bigint): string {
  if (origin === "string") return `have ${bound} ${count} ${count === 1 ? "character" : "characters"}`;
  return origin === "array"
    ? `have ${bound} ${count} ${count === 1 ? "entry" : "entries"}`
    : `be ${bound} ${count}`;
}

function listValues(values: readonly unknown[]): string {
  const listedText = values.slice(0, maxListed).map(String).join(", ");
  return values.length > maxListed ? `${listedText} and ${values.length - maxListed} more` : listedText;
}

function quoteInput(input: unknown): string {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return `“${redactToLine(text ?? "", maxQuotedLength)}”`;
}
