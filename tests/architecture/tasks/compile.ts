/** Compiles the project with changed files in memory. */
import path from "node:path";
import { API } from "typescript/unstable/sync";
import { allFiles, codeFiles, projectPath, read, root, specifiers } from "../source-files";
import type { Change } from "./task";

/** Returns the text of each changed file. Throws if there is no text to replace. */
function changedTexts(changes: readonly Change[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const change of changes) {
    if ("text" in change) {
      texts.set(change.file, change.text);
      continue;
    }
    const text = texts.get(change.file) ?? read(change.file);
    if (!text.includes(change.find)) throw new Error(`${change.file} does not contain ${change.find}`);
    texts.set(
      change.file,
      text.replace(change.find, () => change.replacement),
    );
  }
  return texts;
}

const withoutExtension = (file: string): string => file.replace(/\.tsx?$/, "").replace(/\/index$/, "");

/** Returns the files that import one of `files`. */
function importersOf(files: readonly string[]): readonly string[] {
  const targets = new Set(files.map(withoutExtension));
  return codeFiles.filter((file) =>
    specifiers(file).some((specifier) => {
      const target = projectPath(file, specifier);
      return target !== undefined && targets.has(withoutExtension(target));
    }),
  );
}

interface CompileError {
  readonly file: string;
  readonly message: string;
}

const absolute = (file: string): string => path.join(root, file);

/** Returns the changed files and all files that import them. */
export function affectedFiles(changes: readonly Change[]): readonly string[] {
  const changed = changes.map(({ file }) => file);
  return [...new Set([...changed, ...importersOf(changed)])].toSorted();
}

/** Declares the assertions of component tests. */
const componentSetup = "tests/support/runner/component.ts";

/** Returns the type errors of `files`. */
export function compile(changes: readonly Change[], files: readonly string[]): readonly CompileError[] {
  const texts = changedTexts(changes);
  const configFile = "tsconfig.tasks.json";
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: { incremental: false, plugins: [] },
    include: [],
    files: [...files, ...allFiles.filter((file) => file.endsWith(".d.ts")), componentSetup],
  };
  const inMemory = new Map(
    [...texts, [configFile, JSON.stringify(config)] as const].map(([file, text]) => [absolute(file), text]),
  );
  const folders = new Set([...inMemory.keys()].map((file) => path.dirname(file)));
  const api = new API({
    cwd: root,
    fs: {
      // Undefined means that the file is read from the disk.
      readFile: (file) => inMemory.get(file),
      fileExists: (file) => (inMemory.has(file) ? true : undefined),
      directoryExists: (folder) => (folders.has(folder) ? true : undefined),
    },
  });
  try {
    const [project] = api.updateSnapshot({ openProjects: [absolute(configFile)] }).getProjects();
    if (project === undefined) throw new Error("the project could not be opened");
    return files.flatMap((file) =>
      [
        ...project.program.getSyntacticDiagnostics(absolute(file)),
        ...project.program.getSemanticDiagnostics(absolute(file)),
      ].map(({ text }) => ({ file, message: text })),
    );
  } finally {
    api.close();
  }
}
