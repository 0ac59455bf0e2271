/** Where in the file something is wrong, and what of it there is to tell. */
import type { ConfigFileError } from "./config-file-error";
import type { YamlValue } from "./yaml-lines";

export interface FileLocation {
  readonly path: readonly PropertyKey[];
  readonly at: YamlValue["at"];
}

export type ConfigFileErrors = readonly ConfigFileError[];
