/** What `ridgepoint measured` is asked for. */
import { parseArgs } from "node:util";

export interface MeasuredArguments {
  readonly file: string;
  readonly format: "text" | "json" | "accelerator";
}

export const measuredUsage =
  "npx ridgepoint measured <file> [--json | --accelerator]   e.g. npx ridgepoint measured measured-nvidia-h100-2026-11-22.json";

/** The arguments, or one sentence without a stop about what is wrong with them. */
export function parseMeasuredArguments(args: readonly string[]): MeasuredArguments | string {
  const parsed = parseCommandLine(args);
  if (typeof parsed === "string") return parsed;
  const [file, ...extra] = parsed.positionals;
  if (file === undefined || file === "") return "the file is missing: what scripts/measure wrote";
  if (extra.length > 0) return `“${extra.join(" ")}” is more than is taken`;
  const { json, accelerator } = parsed.values;
  if (json && accelerator) return "--json and --accelerator are two answers: ask for one";
  return { file, format: json ? "json" : accelerator ? "accelerator" : "text" };
}

function parseCommandLine(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        json: { type: "boolean", default: false },
        accelerator: { type: "boolean", default: false },
      },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    // What parseArgs throws names the argument.
    if (error instanceof TypeError) return (error.message.split("\n")[0] ?? error.message).replace(/\.$/, "");
    throw error;
  }
}
