/** Arguments of `ridgepoint measured`. */
import { parseOptions } from "./options";

/** Parsed arguments of `ridgepoint measured`. */
export interface MeasuredArguments {
  /** Path as the user entered it: absolute, or relative to the folder of the call. */
  readonly filePath: string;
  /** Output: a text, JSON, or an entry for the table of accelerators. */
  readonly format: "text" | "json" | "accelerator";
}

/** Usage of `ridgepoint measured`. */
export const measuredUsage =
  "npx ridgepoint measured <file> [--json | --accelerator]   e.g. npx ridgepoint measured measured-nvidia-h100-2026-11-22.json";

/**
 * Parses the arguments of `ridgepoint measured`. Returns an error message without a full stop if they are
 * invalid.
 */
export function parseMeasuredArguments(args: readonly string[]): MeasuredArguments | string {
  const parsed = parseOptions(args, {
    json: { type: "boolean", default: false },
    accelerator: { type: "boolean", default: false },
  });
  if (typeof parsed === "string") return parsed;
  const [file, ...extra] = parsed.positionals;
  if (file === undefined || file === "") return "the file is missing: pass a file written by scripts/measure";
  if (extra.length > 0) return `unexpected argument “${extra.join(" ")}”`;
  const { json, accelerator } = parsed.values;
  if (json && accelerator) return "--json and --accelerator cannot be combined";
  return { filePath: file, format: json ? "json" : accelerator ? "accelerator" : "text" };
}
