/** Reads the configuration file and formats its errors for the start. */
import { readFileSync } from "node:fs";
import type { ConfiguredSource } from "@/lib/model/sources/source-credentials";
import { ConfigFileError, parseConfigFile, type FileDeployment } from "./config-file";
import type { ServerEnvironment } from "@/lib/server/environment/env";
import { EnvironmentError } from "@/lib/server/environment/environment-error";

const missing = { problem: "does not exist", fix: "create it" } as const;
const unreadable: Readonly<Record<string, { readonly problem: string; readonly fix: string }>> = {
  ENOENT: missing,
  ENOTDIR: missing,
  EISDIR: { problem: "is a folder", fix: "name a file in it" },
  EACCES: { problem: "is not readable for this process", fix: "make it readable" },
};

/**
 * Reads the text of the configuration file. `setBy` is the variable or argument that names it. Throws
 * ConfigFileError when it cannot be read.
 */
export function readConfigText(filePath: string, setBy: string): string {
  try {
    return readFileSync(filePath, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const { problem, fix } = unreadable[code] ?? { problem: `cannot be read (${code})`, fix: missing.fix };
    throw new ConfigFileError(filePath, problem, `${fix}, or correct ${setBy}`);
  }
}

/** Parses the deployments in the text of the configuration file. Throws ConfigFileError. */
export function parseFileDeployments(
  text: string,
  fileName: string,
  sources: readonly ConfiguredSource[],
): readonly FileDeployment[] {
  const metrics = sources.filter(({ kind }) => kind === "prometheus");
  return parseConfigFile(text, { fileName: fileName, sourceSlugs: metrics.map(({ slug }) => slug) });
}

/** Reads the configured file. Undefined if none is configured. Throws EnvironmentError with one line. */
export function readConfigFileAtStart({
  configFilePath,
  sources,
}: Pick<ServerEnvironment, "configFilePath" | "sources">):
  | { readonly text: string; readonly deployments: readonly FileDeployment[] }
  | undefined {
  if (configFilePath === undefined) return undefined;
  try {
    const text = readConfigText(configFilePath, "RIDGEPOINT_CONFIG");
    return { text, deployments: parseFileDeployments(text, configFilePath, sources) };
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    throw new EnvironmentError("RIDGEPOINT_CONFIG", `names ${error.location}: ${error.problem}`, error.fix);
  }
}
