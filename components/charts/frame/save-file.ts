/** Saves files through the browser's downloads. */

/** Converts a title to a file name: "Time to first token, TTFT" becomes "time-to-first-token-ttft.csv". */
export function toFileName(title: string, extension: "csv" | "png" | "svg"): string {
  return `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.${extension}`;
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
export function saveCsv(title: string, csv: string): void {
  saveFile(toFileName(title, "csv"), new Blob([csv], { type: "text/csv" }));
}
