/**
 * Current configuration file of this process. At startup an invalid file stops the process. Later, at each discovery,
 * an invalid file keeps the last valid version active.
 */
import { ConfigFileError, type FileDeployment } from "@/lib/server/config-file/config-file";
import { readEnvironment } from "@/lib/server/environment/env";
import { EnvironmentError } from "@/lib/server/environment/environment-error";
import { getLogger } from "@/lib/server/logger";
import { getProcessState } from "@/lib/server/process-state";
import {
  readConfigFileAtStart,
  parseFileDeployments,
  readConfigText,
} from "@/lib/server/config-file/read-config-file";
import { listConfiguredSources } from "@/lib/services/sources/source-state";

/** Deployments of `ridgepoint.yaml`, and the error of the current file. */
export interface ConfigFileState {
  /** Deployments of the last valid version. Empty without a configuration file. */
  readonly deployments: readonly FileDeployment[];
  /** Error of the current file, or null if it is active. */
  readonly error: string | null;
}

interface CachedFile {
  text: string | undefined;
  state: ConfigFileState;
}

const cachedFile = (): CachedFile =>
  getProcessState("config-file", () => ({ text: undefined, state: { deployments: [], error: null } }));

/** Reads the current `ridgepoint.yaml`. Never throws for an invalid or missing file. */
export function readConfigFile(): ConfigFileState {
  const { configFilePath } = readEnvironment();
  if (configFilePath === undefined) return { deployments: [], error: null };
  const cached = cachedFile();
  try {
    const text = readConfigText(configFilePath, "RIDGEPOINT_CONFIG");
    if (text !== cached.text || cached.state.error !== null)
      cached.state = {
        deployments: parseFileDeployments(text, configFilePath, listConfiguredSources()),
        error: null,
      };
    cached.text = text;
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    if (cached.state.error !== error.message)
      getLogger().error(`${error.message}. The last valid file stays active`);
    cached.state = { deployments: cached.state.deployments, error: error.message };
  }
  return cached.state;
}

/**
 * Reads `ridgepoint.yaml` at startup. If it is invalid, prints one line to standard error and exits with
 * code 64.
 */
export function exitOnBadConfigFile(): void {
  const { configFilePath } = readEnvironment();
  try {
    const atStart = readConfigFileAtStart({ configFilePath, sources: listConfiguredSources() });
    if (atStart === undefined) return;
    const { text, deployments } = atStart;
    const cached = cachedFile();
    cached.text = text;
    cached.state = { deployments, error: null };
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    // EX_USAGE of sysexits.h.
    process.exit(64);
  }
}
