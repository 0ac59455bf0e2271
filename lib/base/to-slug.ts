/** Text as a part of an address. */

export const longestSlug = 80;

/** Lower-case letters, digits and dashes. Never empty. */
export function toSlug(text: string): string {
  const slug = text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? "deployment" : slug;
}
