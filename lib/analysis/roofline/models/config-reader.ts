/** Values of a configuration under any of the names that families give them, and what is missing or cannot be. */
import type { HfConfig } from "@/lib/model/hf-config-schema";

type NumberKey = {
  [K in keyof HfConfig]-?: NonNullable<HfConfig[K]> extends number ? K : never;
}[keyof HfConfig];

export interface ConfigProblem {
  /** The name in the file; the first one where families differ. */
  readonly name: string;
  readonly wrong: string;
}

export interface ConfigReader {
  /** First name that has a number; undefined where none has. */
  readonly maybe: (...names: readonly NumberKey[]) => number | undefined;
  /** The same, a problem where none has or it is not a whole number above 0. Then 1, so that reading goes on. */
  readonly count: (...names: readonly [NumberKey, ...NumberKey[]]) => number;
  readonly refuse: (name: string, wrong: string) => void;
  readonly problems: readonly ConfigProblem[];
}

export function configReader(config: HfConfig): ConfigReader {
  const problems: ConfigProblem[] = [];
  const refuse = (name: string, wrong: string): void => {
    problems.push({ name, wrong });
  };
  const maybe = (...names: readonly NumberKey[]): number | undefined => {
    for (const name of names) {
      const value = config[name];
      if (typeof value === "number") return value;
    }
    return undefined;
  };
  const count = (...names: readonly [NumberKey, ...NumberKey[]]): number => {
    const value = maybe(...names);
    if (value !== undefined && Number.isInteger(value) && value > 0) return value;
    refuse(names[0], value === undefined ? "is missing" : "must be a whole number above 0");
    return 1;
  };
  return { maybe, count, refuse, problems };
}
