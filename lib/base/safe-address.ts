/** Decides which addresses in texts of people become links. */
const safeSchemes = new Set(["http:", "https:", "mailto:"]);

/**
 * Returns the address of a link if its scheme is http, https or mailto; null for all others, also for
 * relative addresses.
 */
export function toSafeAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return safeSchemes.has(protocol) ? href : null;
}
