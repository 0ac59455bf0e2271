/** From an untrusted request to checked input: strict schemas, a size cap that holds while reading, a depth cap on JSON. */
import type { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import { inputErrorText } from "./input-errors";

/** Deeper JSON than any contract has; refused before a schema walks it. */
const maxDepth = 64;

/** `value` as `schema` has it. Throws invalid-input that names the first wrong place. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const parsed = schema.safeParse(value, { error: inputErrorText });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String).join(".") ?? "";
  throw new AppError(
    "invalid-input",
    `${where}${path === "" ? "" : ` ${path}`}: ${issue?.message ?? "malformed"}`,
  );
}

/** Query parameters by name. A repeated name is refused: readers would differ on which one counts. */
export function readQuery(search: URLSearchParams): Readonly<Record<string, string>> {
  const query = new Map<string, string>();
  for (const [name, value] of search) {
    if (query.has(name)) throw new AppError("invalid-input", `query ${name.slice(0, 60)}: given twice`);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

/** Body bytes, at most `maxBytes`. Throws too-large as soon as more arrive, whatever Content-Length said. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const mebibyte = 1_024 * 1_024;

function tooLarge(maxBytes: number): AppError {
  const limitText = maxBytes >= mebibyte ? `${Math.floor(maxBytes / mebibyte)} MiB` : `${maxBytes} bytes`;
  return new AppError("too-large", `the body may have at most ${limitText}`);
}

/** The JSON value in `bytes`; no bytes at all stand for an empty object. Throws invalid-input. */
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

/** Greatest nesting of brackets outside strings. */
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
