/** Saves files through the browser's downloads. */

/** Time of the data in a file: the end of its window. */
export interface FileTime {
  readonly endMs: number;
}

/**
 * Returns the name of an exported file: the deployment of the page, the title without its abbreviation, and the end of
 * the window in UTC, such as "chat-70b-time-to-first-token-2026-11-30T0740Z.csv".
 */
export function toFileName(title: string, { endMs }: FileTime, extension: "csv" | "png" | "svg"): string {
  const deployment = new URLSearchParams(location.search).get("d") ?? "";
  const name = `${deployment} ${title.replace(/, [A-Z]+$/, "")}`.toLowerCase();
  const words = name.split(/[^a-z0-9]+/).filter((word) => word !== "");
  const minute = new Date(endMs).toISOString().slice(0, 16).replaceAll(":", "");
  return `${[...words, minute].join("-")}Z.${extension}`;
}

/** Saves content as a file of the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves CSV text as a file named after a title. */
export function saveCsv(title: string, time: FileTime, csv: string): void {
  saveFile(toFileName(title, time, "csv"), new Blob([csv], { type: "text/csv" }));
}
