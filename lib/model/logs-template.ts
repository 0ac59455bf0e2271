/**
 * The address of the logs of one span, as whoever runs the program writes it: an http address with names in braces, each of
 * which stands for something of the span. What stands in their place is encoded, so that no name of a service changes the address.
 */

export const logPlaceholders = [
  "traceId",
  "spanId",
  "service",
  "start",
  "end",
  "startIso",
  "endIso",
] as const;
export type LogPlaceholder = (typeof logPlaceholders)[number];

const placeholder = /\{([^{}]*)\}/g;

/** What is wrong with a template, to follow its name; null where nothing is. */
export function logsTemplateError(template: string): string | null {
  const known: ReadonlySet<string> = new Set(logPlaceholders);
  const unknownName = [...template.matchAll(placeholder)]
    .map(([, name = ""]) => name)
    .find((name) => !known.has(name));
  if (unknownName !== undefined)
    return `has {${unknownName}}, and only ${logPlaceholders.map((name) => `{${name}}`).join(", ")} are known`;
  const [plain, other] = ["a", "b"].map((text) => template.replaceAll(placeholder, text));
  if (
    plain === undefined ||
    other === undefined ||
    !URL.canParse(plain) ||
    !/^https?:$/.test(new URL(plain).protocol)
  )
    return "must be an address that begins with http:// or https://";
  return new URL(plain).origin === new URL(other).origin && URL.canParse(other)
    ? null
    : "must name its host without braces";
}

export function fillLogsTemplate(template: string, values: Readonly<Record<LogPlaceholder, string>>): string {
  return template.replaceAll(placeholder, (match, name: string) =>
    name in values ? encoded(values[name as LogPlaceholder]) : match,
  );
}

/** Half a character cannot be encoded; a name that is dots alone would mean another folder, encoded once as well. */
function encoded(value: string): string {
  const once = encodeURIComponent(value.toWellFormed());
  return /^\.{1,2}$/.test(value) ? once.replaceAll(".", "%252E") : once;
}
