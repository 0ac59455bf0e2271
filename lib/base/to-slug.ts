/** Text as a part of an address. */

export const maxSlugLength = 80;

/** Lower-case letters, digits and dashes, letters without their accents; undefined where `text` has none, as a name in another script. */
export function asciiSlug(text: string): string | undefined {
  const slug = text
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? undefined : slug;
}

/** Never empty: what no letter of an address is in is told by a mark that this name alone has, whatever else there is. */
export function toSlug(text: string): string {
  return asciiSlug(text) ?? `model-${hashOf(text)}`;
}

/** Seven letters and digits, always the same for a name: FNV-1a over its UTF-16, which differs for names as short as these. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    for (const byte of [unit & 0xff, unit >> 8]) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, "0");
}
