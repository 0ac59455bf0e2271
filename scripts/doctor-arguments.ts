// What `npm run doctor` is asked for.
import { parseArgs } from "node:util";

export interface DoctorArguments {
  /** Address of a metrics source to look at instead of what `npm start` needs. */
  readonly prometheus: string | undefined;
  /** A configuration file to look at instead. */
  readonly config: string | undefined;
  readonly isJson: boolean;
  /** Only how it is used is asked for. */
  readonly isHelp: boolean;
}

export const usage = "npm run doctor -- [--prometheus URL | --config FILE] [--json]";

/** The arguments, or one sentence about what is wrong with them. */
export function readArguments(args: readonly string[]): DoctorArguments | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        prometheus: { type: "string" },
        config: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
      strict: true,
    });
    if (values.prometheus?.trim() === "") return "--prometheus needs an address";
    if (values.config?.trim() === "") return "--config needs a file";
    if (values.config !== undefined && values.prometheus !== undefined)
      return "--config looks at a file alone, --prometheus at a source alone";
    return {
      prometheus: values.prometheus,
      config: values.config,
      isJson: values.json,
      isHelp: values.help,
    };
  } catch (error) {
    // What parseArgs throws names the argument.
    if (error instanceof TypeError) return error.message.split("\n")[0] ?? error.message;
    throw error;
  }
}
