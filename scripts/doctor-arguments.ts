// What `npm run doctor` is asked for.
import { parseArgs } from "node:util";

export interface DoctorArguments {
  /** Address of a metrics source to look at instead of what `npm start` needs. */
  readonly prometheus: string | undefined;
  readonly isJson: boolean;
}

export const usage = "npm run doctor -- [--prometheus URL] [--json]";

/** The arguments, or one sentence about what is wrong with them. */
export function readArguments(args: readonly string[]): DoctorArguments | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { prometheus: { type: "string" }, json: { type: "boolean", default: false } },
      strict: true,
    });
    if (values.prometheus?.trim() === "") return "--prometheus needs an address";
    return { prometheus: values.prometheus, isJson: values.json };
  } catch (error) {
    // What parseArgs throws names the argument.
    if (error instanceof TypeError) return error.message.split("\n")[0] ?? error.message;
    throw error;
  }
}
