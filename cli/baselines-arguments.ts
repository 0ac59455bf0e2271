/** Arguments of `ridgepoint baselines`. */
import { baselineVisibilities } from "@/lib/model/baseline/baseline";
import type { ProcessEnvironment } from "./command";
import { parseOptions, resolveServer, type ApiServer } from "./options";

/** Action of `ridgepoint baselines`. */
export type BaselinesAction =
  | { readonly kind: "list"; readonly deployment: string | undefined }
  | {
      readonly kind: "capture";
      readonly deployment: string;
      readonly name: string;
      /** Length of the window before now, such as 6h. */
      readonly window: string;
      /** True if the command waits until the capture is complete. */
      readonly waitsForCapture: boolean;
      /** Who can read the baseline: everyone, or only the team of the deployment. */
      readonly visibility: (typeof baselineVisibilities)[number];
    }
  | { readonly kind: "show"; readonly id: string }
  | { readonly kind: "export"; readonly id: string; readonly format: "json" | "markdown" };

/** Parsed arguments of `ridgepoint baselines`. */
export interface BaselinesArguments {
  readonly action: BaselinesAction;
  readonly server: ApiServer;
  readonly isJsonOutput: boolean;
}

/** Usage of `ridgepoint baselines`. */
export const baselinesUsage = [
  "npx ridgepoint baselines list [--deployment NAME] [--json] [--url URL]",
  "npx ridgepoint baselines capture --deployment NAME --name TEXT [--window 6h] [--visibility open|team] [--wait] [--json] [--url URL]",
  "npx ridgepoint baselines show ID [--json] [--url URL]",
  "npx ridgepoint baselines export ID [--format json|markdown] [--url URL]",
].join("\n       ");

const defaultWindow = "6h";
const options = {
  deployment: { type: "string" },
  name: { type: "string" },
  window: { type: "string" },
  wait: { type: "boolean", default: false },
  visibility: { type: "string", default: "open" },
  format: { type: "string", default: "json" },
  json: { type: "boolean", default: false },
  url: { type: "string" },
} as const;

/**
 * Parses the arguments of `ridgepoint baselines`. Returns an error message without a full stop if they are
 * invalid.
 */
export function parseBaselinesArguments(
  args: readonly string[],
  environment: ProcessEnvironment,
): BaselinesArguments | string {
  const parsed = parseOptions(args, options);
  if (typeof parsed === "string") return parsed;
  const { values, positionals } = parsed;
  const [verb, id, ...extra] = positionals;
  if (extra.length > 0) return `unexpected argument “${extra.join(" ")}”`;
  const action = parseAction(verb, id, values);
  if (typeof action === "string") return action;
  const resolved = resolveServer(values.url, environment);
  if (resolved.kind === "error") return resolved.problem;
  return { action, server: resolved.server, isJsonOutput: values.json };
}

interface OptionValues {
  readonly deployment?: string | undefined;
  readonly name?: string | undefined;
  readonly window?: string | undefined;
  readonly wait: boolean;
  readonly visibility: string;
  readonly format: string;
}

function parseAction(
  verb: string | undefined,
  id: string | undefined,
  { deployment, name, window = defaultWindow, wait, visibility: visibilityText, format }: OptionValues,
): BaselinesAction | string {
  if (verb === "list" || verb === "capture") {
    if (id !== undefined) return `unexpected argument “${id}”`;
    if (verb === "list") return { kind: "list", deployment };
    if (deployment === undefined) return "the deployment is missing: pass --deployment";
    if (name === undefined) return "the name is missing: pass --name";
    if (!/^\d{1,6}[smhdw]$/.test(window))
      return `invalid window “${window}”: pass a number with s, m, h, d or w, such as 6h`;
    const visibility = baselineVisibilities.find((one) => one === visibilityText);
    if (visibility === undefined)
      return `invalid visibility “${visibilityText}”: pass ${baselineVisibilities.join(" or ")}`;
    return { kind: "capture", deployment, name, window, waitsForCapture: wait, visibility };
  }
  if (verb !== "show" && verb !== "export")
    return verb === undefined
      ? "the action is missing: list, capture, show or export"
      : `unknown action “${verb}”: pass list, capture, show or export`;
  if (id === undefined) return "the id of the baseline is missing";
  if (verb === "show") return { kind: "show", id };
  if (format !== "json" && format !== "markdown") return `invalid format “${format}”: pass json or markdown`;
  return { kind: "export", id, format };
}
