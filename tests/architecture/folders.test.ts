/** Folders stay small enough to be read as a list: one noun or one decision each. */
import { expect, test } from "vitest";
import { allFiles } from "./source-files";

const maxEntries = 25;

/** Folders that a framework or a tool defines, and where one file per entry is the format. */
const listFolders = /^(?:$|app\/|prisma\/migrations$|docs|\.ci$)/;

function entriesByFolder(files: readonly string[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const parts = file.split("/");
    for (const [depth, name] of parts.entries()) {
      if (depth === parts.length - 1 && /\.(?:timed\.)?test\.tsx?$/.test(name)) continue;
      const folder = parts.slice(0, depth).join("/");
      folders.set(folder, (folders.get(folder) ?? new Set()).add(name));
    }
  }
  return folders;
}

test("no folder has more than 25 entries, without the tests next to their sources", () => {
  const wide = [...entriesByFolder(allFiles)]
    .filter(([folder, entries]) => entries.size > maxEntries && !listFolders.test(folder))
    .map(([folder, entries]) => `${folder}: ${entries.size}`);
  expect(wide).toEqual([]);
});
