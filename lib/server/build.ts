/** Which build of this program runs: a new one has other pages, whatever its version says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./db/project-folder";
import { processMemory } from "./memory";

/** Null where the program runs from its sources. */
export function buildId(): string | null {
  return processMemory("build-id", () => readBuildId(projectFolder()));
}

/** The id that a build in `folder` wrote down; null when there is none. */
export function readBuildId(folder: string): string | null {
  try {
    return readFileSync(join(folder, ".next/BUILD_ID"), "utf8").trim() || null;
  } catch {
    // Not built: `npm run dev`, scripts and tests.
    return null;
  }
}
