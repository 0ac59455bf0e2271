/** Location of an entry in the file. */
import type { ConfigFileError } from "./config-file-error";
import type { LocatedYaml } from "./yaml-lines";

export interface FieldLocation {
  readonly path: readonly PropertyKey[];
  readonly locate: LocatedYaml["locate"];
}

export type ConfigFileErrors = readonly ConfigFileError[];
