/**
 * URL template for the logs of one span, set by the operator: an http URL with placeholders in braces for attributes
 * of the span. The inserted values are encoded, so that no service name can change the URL.
 */

/** Placeholders of the configured link to logs. */
export const logPlaceholders = [
  "traceId",
  "spanId",
  "service",
  "start",
  "end",
  "startIso",
  "endIso",
] as const;
/** Placeholder of the configured link to logs. */
export type LogPlaceholder = (typeof logPlaceholders)[number];

const placeholder = /\{([^{}]*)\}/g;

/**
 * Returns what is wrong with the template of the link to logs, as a text that follows its name in a
 * sentence; null for a valid template.
 */
export function logsTemplateError(template: string): string | null {
  const known: ReadonlySet<string> = new Set(logPlaceholders);
  const unknownName = [...template.matchAll(placeholder)]
    .map(([, name = ""]) => name)
    .find((name) => !known.has(name));
  if (unknownName !== undefined)
    return `has the unknown placeholder {${unknownName}}. Known placeholders are ${logPlaceholders.map((name) => `{${name}}`).join(", ")}`;
  const [plain, other] = ["a", "b"].map((text) => template.replaceAll(placeholder, text));
  if (
    plain === undefined ||
    other === undefined ||
    !URL.canParse(plain) ||
    !/^https?:$/.test(new URL(plain).protocol)
  )
    return "must be a URL that begins with http:// or https://";
  return new URL(plain).origin === new URL(other).origin && URL.canParse(other)
    ? null
    : "must not have a placeholder in its host";
}

/** Replaces the placeholders of the link to logs by values, encoded for a URL. */
export function fillLogsTemplate(template: string, values: Readonly<Record<LogPlaceholder, string>>): string {
  return template.replaceAll(placeholder, (match, name: string) =>
    Object.hasOwn(values, name) ? encodePlaceholder(values[name as LogPlaceholder]) : match,
  );
}

/**
 * A lone surrogate cannot be encoded. A value of dots only would be read as a parent folder, so it is encoded twice.
 */
function encodePlaceholder(value: string): string {
  const once = encodeURIComponent(value.toWellFormed());
  return /^\.{1,2}$/.test(value) ? once.replaceAll(".", "%252E") : once;
}
