/** Names of spans and services as plain words, so that one rule fits all ways of writing them. */

/** What comes after says nothing about the kind of work. */
const longestName = 200;

/** "Prefill_Forward", "prefillForward" and "prefill-forward" are "prefill forward". */
export function normalizeName(name: string): string {
  return name
    .slice(0, longestName)
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const boundaryBefore = String.raw`(?<![^\s/,:;=()\[\]])`;
const boundaryAfter = String.raw`(?![^\s/,:;=()\[\]])`;
const ids = new RegExp(
  `${boundaryBefore}(?:[0-9]+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=[a-f]*[0-9])[0-9a-f]{8,64})${boundaryAfter}`,
  "gi",
);

/**
 * The name under which spans of one kind are counted together: numbers and ids that stand alone become "#", as in
 * "prefill chunk #" or "GET /users/#", so that names which carry a request's id do not make an operation for each request.
 */
export function operationName(operation: string): string {
  return operation.slice(0, longestName).replaceAll(ids, "#");
}
