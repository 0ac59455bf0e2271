/** Location of an entry in the file. */
import type { ConfigFileError } from "./config-file-error";
import type { YamlValue } from "./yaml-lines";

export interface FileLocation {
  readonly path: readonly PropertyKey[];
  readonly at: YamlValue["at"];
}

export type ConfigFileErrors = readonly ConfigFileError[];
