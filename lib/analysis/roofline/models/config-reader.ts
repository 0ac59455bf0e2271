/** Reads values of a configuration under the names that model families use, and collects missing and invalid ones. */
import type { HfConfig } from "@/lib/model/roofline/hf-config-schema";

type NumberKey = {
  [K in keyof HfConfig]-?: NonNullable<HfConfig[K]> extends number ? K : never;
}[keyof HfConfig];

/** A field of a config.json that is missing or invalid. */
export interface ConfigProblem {
  /** Name of the field in config.json. If model families use different names, the first name of the list. */
  readonly name: string;
  readonly message: string;
}

/** Reads numbers from a config.json and collects its problems. Several names are alternatives of model families. */
export interface ConfigReader {
  /** Returns the value of the first name whose value is a number, or undefined. */
  readonly readOptionalNumber: (...names: readonly NumberKey[]) => number | undefined;
  /**
   * Like `readOptionalNumber`, but records a problem if no name has an integer above 0. Returns 1 then, so that
   * reading continues.
   */
  readonly readCount: (...names: readonly [NumberKey, ...NumberKey[]]) => number;
  /** Like `readCount`, but the value may be missing. The minimum is 1 by default. */
  readonly readOptionalCount: (
    minimum: 0 | 1,
    ...names: readonly [NumberKey, ...NumberKey[]]
  ) => number | undefined;
  readonly addProblem: (name: string, message: string) => void;
  readonly problems: readonly ConfigProblem[];
}

/** Largest accepted count. No model has a billion layers, heads, experts or other counted parts. */
const maxCount = 1e9;

function countMessage(value: number, minimum: 0 | 1): string {
  if (value > maxCount) return "is too large";
  return minimum === 0 ? "must be a whole number, 0 or more" : "must be a whole number above 0";
}

/** Creates a reader of a Hugging Face `config.json` that collects problems instead of throwing. */
export function createConfigReader(config: HfConfig): ConfigReader {
  const problems: ConfigProblem[] = [];
  const addProblem = (name: string, message: string): void => {
    problems.push({ name: name, message });
  };
  const optional = (...names: readonly NumberKey[]): number | undefined => {
    for (const name of names) {
      const value = config[name];
      if (typeof value === "number") return value;
    }
    return undefined;
  };
  const optionalCount: ConfigReader["readOptionalCount"] = (minimum, ...names) => {
    const name = names.find((one) => typeof config[one] === "number");
    const value = name === undefined ? undefined : config[name];
    if (name === undefined || typeof value !== "number") return undefined;
    if (Number.isInteger(value) && value >= minimum && value <= maxCount) return value;
    addProblem(name, countMessage(value, minimum));
    return 1;
  };
  const count: ConfigReader["readCount"] = (...names) => {
    const value = optionalCount(1, ...names);
    if (value === undefined) addProblem(names[0], "is missing");
    return value ?? 1;
  };
  return {
    readOptionalNumber: optional,
    readCount: count,
    readOptionalCount: optionalCount,
    addProblem,
    problems,
  };
}
