/** Validates untrusted requests: strict schemas, a size limit while reading, and a depth limit for JSON. */
import type { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import type { FieldError } from "@/lib/model/problem";
import { formatInputError } from "./input-errors";
import type { RequestUpload } from "./upload-budget";

/** Maximum depth of JSON. It is deeper than any contract. Deeper JSON is refused before a schema visits it. */
const maxDepth = 64;

/** Maximum number of errors in a response. No form has more fields. */
const maxErrors = 30;

/**
 * Validates a part of a request. Throws invalid-input with the path of the first error, and all errors of a
 * body.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, location: string): z.output<S> {
  const parsed = schema.safeParse(value, { error: formatInputError });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String).join(".") ?? "";
  throw new AppError(
    "invalid-input",
    `${location}${path === "" ? "" : ` ${path}`}: ${issue?.message ?? "malformed"}`,
    location === "body" ? { errors: parsed.error.issues.slice(0, maxErrors).map(toFieldError) } : {},
  );
}

function toFieldError({ path, message }: z.core.$ZodIssue): FieldError {
  const parts = path.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
  return { pointer: ["#", ...parts].join("/"), detail: message };
}

/**
 * Returns the query parameters by name. Throws for a repeated name, because parsers differ in which value
 * they use.
 */
export function readQuery(search: URLSearchParams): Readonly<Record<string, string>> {
  const query = new Map<string, string>();
  for (const [name, value] of search) {
    if (query.has(name)) throw new AppError("invalid-input", `query ${name.slice(0, 60)}: given twice`);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

/**
 * Reads at most `maxBytes` bytes of the body. Throws too-large as soon as more bytes arrive, regardless of
 * Content-Length. `upload` limits the memory of all uploads together, and throws if it is full or the body stalls.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  upload: RequestUpload,
): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  upload.assertFits(declared);
  if (request.body === null) return new Uint8Array();
  return upload.readBody(request.body, (bytes) => {
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  });
}

const mebibyte = 1_024 * 1_024;

function tooLarge(maxBytes: number): AppError {
  const limitText = maxBytes >= mebibyte ? `${Math.floor(maxBytes / mebibyte)} MiB` : `${maxBytes} bytes`;
  return new AppError("too-large", `the body may have at most ${limitText}`);
}

/** Parses the JSON of a body. An empty body is an empty object. Throws invalid-input. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  const text = decode(bytes);
  if (depthOf(text) > maxDepth)
    throw new AppError("invalid-input", `the body is nested deeper than ${maxDepth} levels`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid-input", "the body is not JSON", { cause: error });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError("invalid-input", "the body is not UTF-8", { cause: error });
  }
}

/** Returns the maximum nesting of brackets outside strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, (depth += 1));
    else if (character === "]" || character === "}") depth -= 1;
  }
  return deepest;
}
