/**
 * Resolves file paths in environment variables. The application runs in its build folder, so paths relative to the
 * user's folder must be absolute.
 */
import { resolve } from "node:path";
import { environmentVariables, type RawEnvironment } from "@/lib/server/environment/env-variables";

/** Returns `variables` with every file variable made absolute, relative to `folder`. */
export function makeFilesAbsolute(variables: RawEnvironment, folder: string): RawEnvironment {
  const absolute = { ...variables };
  for (const { name, isFile } of environmentVariables) {
    const named = variables[name]?.trim() ?? "";
    if (isFile === true && named !== "") absolute[name] = resolve(folder, named);
  }
  return absolute;
}
