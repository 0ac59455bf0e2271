// Command-line arguments of `npm run doctor`.
import { parseArgs } from "node:util";

/** Parsed arguments of `npm run doctor`. */
export interface DoctorArguments {
  /** URL of a metrics source to check. Undefined to check the requirements of `npm start` instead. */
  readonly prometheusUrl: string | undefined;
  /** Configuration file to check. Undefined to check the requirements of `npm start` instead. */
  readonly configFile: string | undefined;
  readonly printsJson: boolean;
  /** True if only the usage is printed, and nothing is checked. */
  readonly printsUsageOnly: boolean;
}

/** Usage of `npm run doctor`. */
export const usageText = "npm run doctor -- [--prometheus URL | --config FILE] [--json]";

/** Returns the parsed arguments, or one sentence about the error. */
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
    if (values.prometheus?.trim() === "") return "--prometheus needs a URL";
    if (values.config?.trim() === "") return "--config needs a file";
    if (values.config !== undefined && values.prometheus !== undefined)
      return "use either --config or --prometheus, not both";
    return {
      prometheusUrl: values.prometheus,
      configFile: values.config,
      printsJson: values.json,
      printsUsageOnly: values.help,
    };
  } catch (error) {
    // The error message of parseArgs names the argument.
    if (error instanceof TypeError) return error.message.split("\n")[0] ?? error.message;
    throw error;
  }
}
