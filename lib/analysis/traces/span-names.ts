/** Normalises names of spans and services, so that one rule matches all spellings. */

/** Characters beyond this limit do not describe the kind of work. */
const longestName = 200;

/**
 * Converts a name to lower-case words: "Prefill_Forward", "prefillForward" and "prefill-forward" become
 * "prefill forward".
 */
export function normalizeName(name: string): string {
  return name
    .slice(0, longestName)
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A number, a UUID or a hexadecimal id between separators. */
const ids =
  /(?<![^\s/,:;=()[\]])(?:[0-9]+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=[a-f]*[0-9])[0-9a-f]{8,64})(?![^\s/,:;=()[\]])/gi;

/**
 * Returns the name under which spans are grouped: separate numbers and ids become "#", as in "prefill chunk #" or
 * "GET /users/#". Without this replacement, names with a request id would create one operation per request.
 */
export function normalizeOperationName(operation: string): string {
  return operation.slice(0, longestName).replaceAll(ids, "#");
}
