/** Reads the format and the size of an image from its first bytes, and checks its end. Nothing is decoded. */
import type { FileFormat, ImageSize } from "@/lib/model/investigation/evidence-file";

/** Format of an image, and its width and height in pixels. */
export interface ImageHeader extends ImageSize {
  readonly format: Extract<FileFormat, "png" | "jpeg" | "webp" | "gif">;
}

/** `unreadable`: the file starts like an image, but has no valid size. `incomplete`: its end is missing. */
export type ImageDetection = ImageHeader | "unreadable" | "incomplete" | null;

/** Returns the format and the size of an image. Null if the first bytes belong to no known image format. */
export function readImageHeader(bytes: Buffer): ImageDetection {
  const found = formats.find(({ isFormat }) => isFormat(bytes));
  if (found === undefined) return null;
  const size = found.readSize(bytes);
  if (size === null || size.widthPx === 0 || size.heightPx === 0) return "unreadable";
  return found.hasEnd(bytes) ? { format: found.format, ...size } : "incomplete";
}

interface ImageFormat {
  readonly format: ImageHeader["format"];
  readonly isFormat: (bytes: Buffer) => boolean;
  readonly readSize: (bytes: Buffer) => ImageSize | null;
  /** Returns whether the file contains the end marker of its format. Bytes after the marker are allowed. */
  readonly hasEnd: (bytes: Buffer) => boolean;
}

const textAt = (bytes: Buffer, start: number, length: number): string =>
  bytes.toString("latin1", start, start + length);

const pngSignature = "\u0089PNG\r\n\u001a\n";

const formats: readonly ImageFormat[] = [
  {
    format: "png",
    isFormat: (bytes) => textAt(bytes, 0, 8) === pngSignature,
    readSize: (bytes) =>
      textAt(bytes, 12, 4) === "IHDR" && bytes.length >= 24
        ? { widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) }
        : null,
    hasEnd: (bytes) => bytes.includes("IEND", 33, "latin1"),
  },
  {
    format: "gif",
    isFormat: (bytes) => ["GIF87a", "GIF89a"].includes(textAt(bytes, 0, 6)),
    readSize: (bytes) =>
      bytes.length >= 10 ? { widthPx: bytes.readUInt16LE(6), heightPx: bytes.readUInt16LE(8) } : null,
    hasEnd: (bytes) => bytes.includes(0x3b, 13),
  },
  {
    format: "jpeg",
    isFormat: (bytes) => textAt(bytes, 0, 3) === "\u00ff\u00d8\u00ff",
    readSize: readJpegSize,
    hasEnd: (bytes) => bytes.includes("\u00ff\u00d9", 2, "latin1"),
  },
  {
    format: "webp",
    isFormat: (bytes) => textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP",
    readSize: readWebpSize,
    hasEnd: (bytes) => bytes.length >= bytes.readUInt32LE(4) + 8,
  },
];

/** Returns whether a JPEG marker starts a frame. The other three markers of this range start tables. */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Returns the size from the first frame, which follows any number of segments. */
function readJpegSize(bytes: Buffer): ImageSize | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrameMarker(marker))
      return { heightPx: bytes.readUInt16BE(at + 5), widthPx: bytes.readUInt16BE(at + 7) };
    // A marker may be preceded by any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Returns the size of a WebP image in one of its three variants: lossy, lossless or extended. */
function readWebpSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 30) return null;
  switch (textAt(bytes, 12, 4)) {
    case "VP8 ":
      return { widthPx: bytes.readUInt16LE(26) & 0x3fff, heightPx: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { widthPx: bytes.readUIntLE(24, 3) + 1, heightPx: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
