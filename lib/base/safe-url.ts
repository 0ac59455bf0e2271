/** Decides which URLs in the texts that people enter become links. */
const safeSchemes = new Set(["http:", "https:", "mailto:"]);

/** Returns the URL of a link if its scheme is http, https or mailto. Null for other schemes and for relative URLs. */
export function toSafeUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return safeSchemes.has(protocol) ? href : null;
}
