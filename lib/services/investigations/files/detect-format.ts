/** Detects the format of a file from its content. The name and the content type of the sender have no influence. */
import { isCollapsedStacks } from "@/lib/analysis/profiles/stack-line";
import { fail, succeed, type Result } from "@/lib/base/result";
import { formatCount } from "@/lib/format/number";
import { maxImagePixels, type FileFormat, type ImageSize } from "@/lib/model/investigation/evidence-file";
import { readImageHeader, type ImageHeader } from "./image-size";
import { detectJsonProfile } from "./json-profile";
import { detectGzipContent, type GzipContent } from "./pprof";

/** Format of a file, detected from its content. */
export interface DetectedFile {
  readonly format: FileFormat;
  /** Width and height of the image; null for other files. */
  readonly imageSize: ImageSize | null;
}

type Detection = Result<DetectedFile, string>;

/** Sentence that names the files that can be evidence. It is the next step after a refusal. */
export const acceptedFilesText =
  "Add UTF-8 text, a PNG, JPEG, WebP or GIF image, or a profile: collapsed stacks, pprof, Chrome trace or speedscope.";

/** Returns the format, or why the file cannot be evidence, as sentences. */
export async function detectFormat(bytes: Uint8Array): Promise<Detection> {
  if (bytes.byteLength === 0) return fail("The file is empty.");
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const image = readImageHeader(buffer);
  if (image === "unreadable") return fail("The image is damaged: its header has no width and height.");
  if (image === "incomplete")
    return fail("The image is incomplete: its end is missing. Send the complete file.");
  if (image !== null) return checkImage(image);
  if (startsWith(buffer, "\u001f\u008b")) return toGzipDetection(await detectGzipContent(bytes));
  const archive = archives.find(({ start, offset = 0 }) => startsWith(buffer, start, offset));
  if (archive !== undefined)
    return fail(`The file is ${archive.name}. Extract it, and add the files that you need.`);
  return detectText(buffer);
}

function toFile(format: FileFormat): Detection {
  return succeed({ format, imageSize: null });
}

function checkImage({ format, widthPx, heightPx }: ImageHeader): Detection {
  if (widthPx * heightPx <= maxImagePixels) return succeed({ format, imageSize: { widthPx, heightPx } });
  return fail(
    `The image has ${formatCount(widthPx)} × ${formatCount(heightPx)} pixels, and evidence has at most ${formatCount(maxImagePixels)}. Make it smaller.`,
  );
}

function startsWith(buffer: Buffer, start: string, offset = 0): boolean {
  return buffer.toString("latin1", offset, offset + start.length) === start;
}

const archives: readonly { readonly start: string; readonly offset?: number; readonly name: string }[] = [
  { start: "PK\u0003\u0004", name: "a ZIP archive" },
  { start: "PK\u0005\u0006", name: "a ZIP archive" },
  { start: "7z\u00bc\u00af\u0027\u001c", name: "a 7z archive" },
  { start: "Rar!\u001a\u0007", name: "a RAR archive" },
  { start: "ustar", offset: 257, name: "a tar archive" },
  { start: "BZh", name: "a bzip2 archive" },
  { start: "\u00fd7zXZ\u0000", name: "an XZ archive" },
  { start: "\u0028\u00b5\u002f\u00fd", name: "a Zstandard archive" },
];

function toGzipDetection(content: GzipContent): Detection {
  switch (content) {
    case "pprof":
      return toFile("pprof");
    case "other":
      return fail("The file is a gzip archive without a pprof profile. Decompress it, and add the content.");
    case "damaged":
      return fail("The gzip data is incomplete or damaged. Send the complete file.");
    case "too-large":
      return fail("The gzip archive decompresses to more than 64 MiB.");
  }
}

function detectText(buffer: Buffer): Detection {
  const text = decodeText(buffer);
  if (!text.ok) return text;
  const refusal = findRefusal(text.value);
  if (refusal !== null) return fail(refusal);
  const profile = detectJsonProfile(text.value);
  if (profile !== null) return toFile(profile);
  return toFile(isCollapsedStacks(text.value) ? "collapsed-stacks" : "text");
}

/** Decodes UTF-8 without a byte order mark. */
function decodeText(buffer: Buffer): Result<string, string> {
  if (startsWith(buffer, "\u00ff\u00fe") || startsWith(buffer, "\u00fe\u00ff"))
    return fail("The file is UTF-16 text. Save it as UTF-8.");
  try {
    return succeed(new TextDecoder("utf-8", { fatal: true }).decode(buffer));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fail("The file is not valid UTF-8 text and has no other known format.");
  }
}

function findRefusal(text: string): string | null {
  if (text.includes("\u0000"))
    return "The file contains null characters, so it is not text, and it has no other known format.";
  const start = text.slice(0, 1_024).trimStart().toLowerCase();
  if (!start.startsWith("<")) return null;
  if (start.includes("<svg")) return "The file is an SVG image, which can contain scripts. Add it as PNG.";
  if (start.startsWith("<!doctype html") || start.includes("<html"))
    return "The file is an HTML page, which can contain scripts. Add its text or a screenshot.";
  return null;
}
