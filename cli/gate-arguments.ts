/** Arguments of `ridgepoint gate`. */
import type { CreateGateBody } from "@/lib/contracts/gates";
import { declaredFactorFormatHint, parseRequestedFactor } from "@/lib/model/comparison/declared-factor";
import { formatGateRule, parseGateRules } from "@/lib/model/gate/gate-rule";
import type { ProcessEnvironment } from "./command";
import { parseOptions, resolveServer, type ApiServer } from "./options";

/** Output formats of `ridgepoint gate`. */
export const gateFormats = ["text", "json", "junit"] as const;
/** Output format of `ridgepoint gate`. */
export type GateFormat = (typeof gateFormats)[number];

/** Parsed arguments of `ridgepoint gate`. */
export interface GateArguments {
  readonly body: CreateGateBody;
  readonly server: ApiServer;
  /** True if the command waits until the run is complete. */
  readonly waitsForVerdict: boolean;
  readonly format: GateFormat;
}

/** Usage of `ridgepoint gate`. */
export const gateUsage =
  "npx ridgepoint gate --deployment NAME [--baseline ID|NAME] --max-regression RULE [--max-regression RULE …] [--window 30m] [--start now] [--factor PATH[:FROM:TO]] [--strict] [--run EVENT] [--wait] [--format text|json|junit] [--url URL]   e.g. npx ridgepoint gate --deployment chat-70b --window 30m --max-regression ttft.p95=10% --wait";

const options = {
  deployment: { type: "string" },
  baseline: { type: "string" },
  "max-regression": { type: "string", multiple: true },
  window: { type: "string" },
  start: { type: "string" },
  factor: { type: "string" },
  strict: { type: "boolean", default: false },
  run: { type: "string" },
  wait: { type: "boolean", default: false },
  format: { type: "string", default: "text" },
  url: { type: "string" },
} as const;

/**
 * Parses the arguments of `ridgepoint gate`. Returns an error message without a full stop if they are
 * invalid.
 */
export function parseGateArguments(
  args: readonly string[],
  environment: ProcessEnvironment,
): GateArguments | string {
  const parsed = parseOptions(args, options);
  if (typeof parsed === "string") return parsed;
  const { values, positionals } = parsed;
  if (positionals.length > 0) return `unexpected argument “${positionals.join(" ")}”`;
  const { deployment, baseline, window, start, factor, run } = values;
  if (deployment === undefined || deployment === "") return "the deployment is missing: pass --deployment";
  const rules = parseGateRules(values["max-regression"] ?? []);
  if (!rules.ok) return `invalid --max-regression: ${rules.error.replace(/\.$/, "")}`;
  if (window !== undefined && !/^\d{1,5}[mhd]$/.test(window))
    return `invalid window “${window}”: pass a number with m, h or d, such as 30m`;
  if (start !== undefined && start !== "now") return `invalid start “${start}”: only now is possible`;
  if (factor !== undefined && parseRequestedFactor(factor) === undefined)
    return `invalid factor “${factor}”: it ${declaredFactorFormatHint}`;
  const format = gateFormats.find((one) => one === values.format);
  if (format === undefined) return `invalid format “${values.format}”: pass text, json or junit`;
  const resolved = resolveServer(values.url, environment);
  if (resolved.kind === "error") return resolved.problem;
  return {
    body: {
      deployment,
      rules: rules.value.map(formatGateRule),
      startsNow: start === "now",
      isStrict: values.strict,
      ...(baseline === undefined ? {} : { baseline }),
      ...(window === undefined ? {} : { window }),
      ...(factor === undefined ? {} : { factor }),
      ...(run === undefined ? {} : { run }),
    },
    server: resolved.server,
    waitsForVerdict: values.wait,
    format,
  };
}
