/** Files as evidence: their formats, which the server detects from the content, and their limits. */

/**
 * Formats of uploaded files. collapsed-stacks: lines such as `main;decode 42`. The last three are profiles that other
 * programs open: gzip of pprof, trace events of Chrome and PyTorch, and speedscope.
 */
export const fileFormats = [
  "text",
  "collapsed-stacks",
  "png",
  "jpeg",
  "webp",
  "gif",
  "pprof",
  "chrome-trace",
  "speedscope",
] as const;
/** Format of a file that was uploaded as evidence. */
export type FileFormat = (typeof fileFormats)[number];

interface FileFormatFacts {
  readonly title: string;
  /** Content type of a download. It depends on the format only, never on the sender. */
  readonly contentType: string;
  readonly family: "text" | "image" | "profile";
}

/** Title, content type and family of each file format. */
export const fileFormatProperties: Readonly<Record<FileFormat, FileFormatFacts>> = {
  text: { title: "Text", contentType: "text/plain; charset=utf-8", family: "text" },
  "collapsed-stacks": {
    title: "Collapsed stacks",
    contentType: "text/plain; charset=utf-8",
    family: "text",
  },
  png: { title: "PNG image", contentType: "image/png", family: "image" },
  jpeg: { title: "JPEG image", contentType: "image/jpeg", family: "image" },
  webp: { title: "WebP image", contentType: "image/webp", family: "image" },
  gif: { title: "GIF image", contentType: "image/gif", family: "image" },
  pprof: { title: "pprof profile", contentType: "application/gzip", family: "profile" },
  "chrome-trace": { title: "Chrome trace", contentType: "application/json", family: "profile" },
  speedscope: { title: "speedscope profile", contentType: "application/json", family: "profile" },
};

/** Size of one file: 5 MiB. */
export const maxEvidenceFileBytes = 5_242_880;

/** Maximum number of pixels of an uploaded image. A larger image would need too much memory in a browser. */
export const maxImagePixels = 50_000_000;

/** Rules for the name of an uploaded file. */
export const fileNameRules = { maxLength: 255, emptyError: "Name the file." } as const;

/** Width and height of an image in pixels. */
export interface ImageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns the file name without the folders of the sender's path. */
export function toBaseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
