/** Formats the size of a file. */
import { countWithNoun } from "./agreement";
import { formatNumber, thinSpace } from "./number";

const kibibyte = 1_024;
const mebibyte = kibibyte * 1_024;

/** Returns the size in bytes, KiB or MiB, such as 1.5 MiB. */
export function formatFileSize(byteCount: number): string {
  if (byteCount < kibibyte) return countWithNoun(byteCount, "byte");
  if (byteCount < mebibyte) return `${formatNumber(byteCount / kibibyte)}${thinSpace}KiB`;
  return `${formatNumber(byteCount / mebibyte)}${thinSpace}MiB`;
}

/** Returns the size with its bytes, because a size slightly above a limit rounds to the limit. */
export function formatExactFileSize(byteCount: number): string {
  const rounded = formatFileSize(byteCount);
  return byteCount < kibibyte ? rounded : `${rounded} (${countWithNoun(byteCount, "byte")})`;
}
