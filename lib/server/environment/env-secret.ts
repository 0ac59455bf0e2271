/** Reads secrets of the environment, which may be in files. */
import { readFileSync } from "node:fs";
import { EnvironmentError } from "./environment-error";
import type { RawEnvironment } from "./env-variables";

/**
 * Reads a secret from the variable `name`, or from the file that `name`_FILE names. Throws EnvironmentError.
 */
export function readSecret(name: string, variables: RawEnvironment): string | undefined {
  const direct = variables[name];
  const file = variables[`${name}_FILE`];
  if (direct !== undefined && file !== undefined) {
    throw new EnvironmentError(name, `and ${name}_FILE are both set`, "unset one of them");
  }
  const text = file === undefined ? direct : readNamedFile(`${name}_FILE`, file).trim();
  if (text === "")
    throw new EnvironmentError(`${name}_FILE`, "names an empty file", `put the secret into ${file}`);
  // A line break in a header value would inject a second header.
  if (text !== undefined && /[\r\n\0]/.test(text))
    throw new EnvironmentError(name, "contains a line break", `write ${name} as one line`);
  return text;
}

/** Reads the file that the variable `name` names. Throws EnvironmentError. */
export function readNamedFile(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new EnvironmentError(
      name,
      `names ${file}, which cannot be read (${reason})`,
      `make ${file} readable for this process`,
    );
  }
}
