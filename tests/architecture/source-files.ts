/** Files for the architecture tests: every hand-written file of the project, and its imports. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

const excluded = new Set(["node_modules", ".next", ".ridgepoint", ".git", "generated", "test-results"]);

function walk(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (excluded.has(entry.name)) return [];
    const relative = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? walk(relative) : [relative];
  });
}

export const allFiles: readonly string[] = walk("").toSorted();

export const codeFiles = allFiles.filter(
  (file) => /\.(ts|tsx|mts|mjs)$/.test(file) && !file.endsWith(".d.ts"),
);
export const productFiles = codeFiles.filter(
  (file) => !file.startsWith("tests/") && !/\.test\.tsx?$/.test(file) && !file.endsWith("/fixtures.ts"),
);

export function read(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

export function isFolder(relative: string): boolean {
  return statSync(path.join(root, relative), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const importPattern =
  /(?:^|[\s;])(?:import|export)\s[^"';]*?from\s*["']([^"']+)["']|(?:^|[\s;(])import\s*\(?\s*["']([^"']+)["']/g;

/** Returns the module specifiers of a file, in `import`, `export … from` and `import(…)`. */
export function specifiers(file: string): string[] {
  const text = read(file).replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return [...text.matchAll(importPattern)].flatMap((match) => match[1] ?? match[2] ?? []);
}

/** Returns the specifiers of imports that exist at run time, without those of types only. */
export function valueSpecifiers(file: string): string[] {
  const text = read(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/(?:^|\s)(?:import|export) type [^"';]*? from "[^"]*";/g, "")
    .replaceAll(/(?:^|\s)import \{\s*(?:type \w+(?: as \w+)?,?\s*)+\} from "[^"]*";/g, "");
  return [...text.matchAll(importPattern)].flatMap((match) => match[1] ?? match[2] ?? []);
}

/** Returns the path of an imported file relative to the project's root, or undefined for a package. */
export function projectPath(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (specifier.startsWith("."))
    return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return undefined;
}
