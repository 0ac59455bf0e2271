/** Location of an entry in the file. */
import type { ConfigFileError } from "./config-file-error";
import type { LocatedYaml } from "./yaml-lines";

/** Path of a field in the configuration file, with a function that finds its line. */
export interface FieldLocation {
  readonly path: readonly PropertyKey[];
  readonly locate: LocatedYaml["locate"];
}

/** Errors of the configuration file. */
export type ConfigFileErrors = readonly ConfigFileError[];
