/** Id of the running build. Two builds of the same version may have different pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findProjectFolder } from "./db/project-folder";
import { getProcessState } from "./process-state";

/** Returns the build id. Null when the program runs from its sources. */
export function getBuildId(): string | null {
  return getProcessState("build-id", () => readBuildId(findProjectFolder()));
}

/** Reads the id of the build in `folder`. Null without a build. */
export function readBuildId(folder: string): string | null {
  try {
    return readFileSync(join(folder, ".next/BUILD_ID"), "utf8").trim() || null;
  } catch {
    // There is no build: `npm run dev`, scripts and tests.
    return null;
  }
}
