const safeSchemes = new Set(["http:", "https:", "mailto:"]);

/** Returns the address if a link may open it: http, https and mailto only. Null for relative and other addresses. */
export function toSafeAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return safeSchemes.has(protocol) ? href : null;
}
