/**
 * The configuration file as this process holds it: read at the start, where a mistake stops the program, and looked at again
 * with every discovery, where a mistake keeps the last good one.
 */
import { ConfigFileError, type FileDeployment } from "@/lib/server/config-file";
import { readEnvironment } from "@/lib/server/env";
import { EnvironmentError } from "@/lib/server/environment-error";
import { logger } from "@/lib/server/logger";
import { processMemory } from "@/lib/server/memory";
import { configFileAtStart, deploymentsOf, readConfigText } from "@/lib/server/read-config-file";
import { configuredSources } from "@/lib/services/sources/source-state";

export interface ConfigFileState {
  /** The last good ones; none where no file is named. */
  readonly deployments: readonly FileDeployment[];
  /** What is wrong with the file as it stands now; null when it is in force. */
  readonly error: string | null;
}

interface CachedFile {
  text: string | undefined;
  state: ConfigFileState;
}

const cachedFile = (): CachedFile =>
  processMemory("config-file", () => ({ text: undefined, state: { deployments: [], error: null } }));

/** The file as it stands now. Never throws for a file that is wrong or gone. */
export function readConfigFile(): ConfigFileState {
  const { configFile } = readEnvironment();
  if (configFile === undefined) return { deployments: [], error: null };
  const memory = cachedFile();
  try {
    const text = readConfigText(configFile, "RIDGEPOINT_CONFIG");
    if (text !== memory.text || memory.state.error !== null)
      memory.state = { deployments: deploymentsOf(text, configFile, configuredSources()), error: null };
    memory.text = text;
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    if (memory.state.error !== error.message)
      logger().error(`${error.message}. The last good file stays in force`);
    memory.state = { deployments: memory.state.deployments, error: error.message };
  }
  return memory.state;
}

/** For the start of a process: the file is in force, or one line on standard error and exit code 64. */
export function exitOnBadConfigFile(): void {
  const { configFile } = readEnvironment();
  try {
    const atStart = configFileAtStart({ configFile, sources: configuredSources() });
    if (atStart === undefined) return;
    const { text, deployments } = atStart;
    Object.assign(cachedFile(), { text, state: { deployments, trouble: null } });
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    // 64: wrong usage, as in sysexits.h.
    process.exit(64);
  }
}
