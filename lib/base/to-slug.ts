/** Text as a part of an address. */

export const longestSlug = 80;

/** Lower-case letters, digits and dashes; undefined where `text` has none, as a name in another script. */
export function slugIn(text: string): string | undefined {
  const slug = text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? undefined : slug;
}

/** Never empty. */
export function toSlug(text: string): string {
  return slugIn(text) ?? "deployment";
}
