/** Text as part of a URL. */
import { trimCharacters } from "@/lib/base/trim-characters";

/** Maximum length of a slug. */
export const maxSlugLength = 80;

/**
 * Converts a text to lower-case ASCII letters, digits and dashes, without accents. Undefined when nothing
 * remains, for example for a name in a non-Latin script.
 */
export function asciiSlug(text: string): string | undefined {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const slug = trimCharacters(words.slice(0, maxSlugLength), "-");
  return slug === "" ? undefined : slug;
}

/**
 * Converts a text to a slug that is never empty. A name without ASCII letters or digits becomes "model-" and
 * a hash of the name.
 */
export function toSlug(text: string): string {
  return asciiSlug(text) ?? `model-${hashOf(text)}`;
}

/** Returns seven letters and digits that are always the same for a name: FNV-1a over its UTF-16 code units. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    for (const byte of [unit & 0xff, unit >> 8]) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, "0");
}
