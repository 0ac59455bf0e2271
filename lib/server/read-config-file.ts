/** The configuration file on disk, and the one line a start ends with when it is wrong. */
import { readFileSync } from "node:fs";
import type { ConfiguredSource } from "@/lib/model/source-credentials";
import { ConfigFileError, parseConfigFile, type FileDeployment } from "./config-file";
import type { Environment } from "./env";
import { EnvironmentError } from "./environment-error";

const missing = { wrong: "is not there", fix: "put it there" } as const;
const unreadable: Readonly<Record<string, { readonly wrong: string; readonly fix: string }>> = {
  ENOENT: missing,
  ENOTDIR: missing,
  EISDIR: { wrong: "is a folder, no file", fix: "name the file in it" },
  EACCES: { wrong: "may not be read by who runs this", fix: "let them read it" },
};

/** What a file holds, which `namedBy` named. Throws ConfigFileError where it cannot be read. */
export function readConfigText(file: string, namedBy: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const { wrong, fix } = unreadable[code] ?? { wrong: `cannot be read (${code})`, fix: missing.fix };
    throw new ConfigFileError(file, wrong, `${fix}, or correct ${namedBy}`);
  }
}

/** The deployments of `text`, which may name the metrics sources among `sources`. Throws ConfigFileError. */
export function deploymentsOf(
  text: string,
  name: string,
  sources: readonly ConfiguredSource[],
): readonly FileDeployment[] {
  const metrics = sources.filter(({ kind }) => kind === "prometheus");
  return parseConfigFile(text, { name, sources: metrics.map(({ slug }) => slug) });
}

/** Text and deployments of the file that `environment` names; undefined without one. Throws EnvironmentError, one line. */
export function configFileAtStart({
  configFile,
  sources,
}: Pick<Environment, "configFile" | "sources">):
  | { readonly text: string; readonly deployments: readonly FileDeployment[] }
  | undefined {
  if (configFile === undefined) return undefined;
  try {
    const text = readConfigText(configFile, "RIDGEPOINT_CONFIG");
    return { text, deployments: deploymentsOf(text, configFile, sources) };
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    throw new EnvironmentError("RIDGEPOINT_CONFIG", `names ${error.where}: ${error.wrong}`, error.fix);
  }
}
