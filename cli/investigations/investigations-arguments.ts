/** Arguments of `ridgepoint investigations`. */
import {
  investigationStates,
  openStates,
  type InvestigationState,
} from "@/lib/model/investigation/investigation-state";
import { severities, type Severity } from "@/lib/model/investigation/severity";
import type { ProcessEnvironment } from "../command";
import { parseOptions, resolveServer, type ApiServer } from "../options";

/** The subcommand with its parsed options. */
export type InvestigationsAction =
  | {
      readonly kind: "list";
      readonly states: readonly InvestigationState[];
      readonly severity: Severity | undefined;
      readonly deployment: string | undefined;
      readonly tag: string | undefined;
      readonly text: string | undefined;
    }
  | {
      readonly kind: "open";
      readonly title: string;
      /** Undefined if the server chooses the severity: that of the template, if one is used. */
      readonly severity: Severity | undefined;
      readonly deployments: readonly string[];
      readonly tags: readonly string[];
      /** Name of the template. Undefined if none is used. */
      readonly template: string | undefined;
    }
  | { readonly kind: "show"; readonly number: number }
  | { readonly kind: "export"; readonly number: number; readonly format: ExportFormat }
  | { readonly kind: "comment"; readonly number: number; readonly text: string }
  | {
      readonly kind: "attach";
      readonly number: number;
      readonly path: string;
      /** Undefined if the name of the file is the title. */
      readonly title: string | undefined;
    };

const exportFormats = ["json", "markdown"] as const;
type ExportFormat = (typeof exportFormats)[number];

/** Parsed command line: the subcommand, the server to call, and whether to print JSON. */
export interface InvestigationsArguments {
  readonly action: InvestigationsAction;
  readonly server: ApiServer;
  readonly isJsonOutput: boolean;
}

/** Usage lines of `ridgepoint investigations`, one per subcommand. */
export const investigationsUsage = [
  "npx ridgepoint investigations list [--state open|all|STATE] [--severity 1|2|3|4] [--deployment NAME] [--tag TAG] [--text TEXT] [--json] [--url URL]",
  "npx ridgepoint investigations open --title TEXT [--template NAME] [--severity 1|2|3|4] [--deployment NAME …] [--tag TAG …] [--json] [--url URL]",
  "npx ridgepoint investigations show INV-31 [--json] [--url URL]",
  "npx ridgepoint investigations comment INV-31 --text TEXT [--json] [--url URL]",
  "npx ridgepoint investigations attach INV-31 FILE [--title TEXT] [--json] [--url URL]",
  "npx ridgepoint investigations export INV-31 [--format json|markdown] [--url URL]",
].join("\n       ");

const options = {
  state: { type: "string", default: "open" },
  severity: { type: "string" },
  deployment: { type: "string", multiple: true },
  tag: { type: "string", multiple: true },
  text: { type: "string" },
  title: { type: "string" },
  template: { type: "string" },
  format: { type: "string", default: "json" },
  json: { type: "boolean", default: false },
  url: { type: "string" },
} as const;

/** Parses the arguments. Returns an error message without a full stop if they are invalid. */
export function parseInvestigationsArguments(
  args: readonly string[],
  environment: ProcessEnvironment,
): InvestigationsArguments | string {
  const parsed = parseOptions(args, options);
  if (typeof parsed === "string") return parsed;
  const { values, positionals } = parsed;
  const [verb, name, ...rest] = positionals;
  const [path, ...extra] = verb === "attach" ? rest : [undefined, ...rest];
  if (extra.length > 0) return `unexpected argument “${extra.join(" ")}”`;
  const action = verb === "attach" ? parseAttach(name, path, values) : parseAction(verb, name, values);
  if (typeof action === "string") return action;
  const resolved = resolveServer(values.url, environment);
  if (resolved.kind === "error") return resolved.problem;
  return { action, server: resolved.server, isJsonOutput: values.json };
}

interface OptionValues {
  readonly state: string;
  readonly severity?: string | undefined;
  readonly deployment?: readonly string[] | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly text?: string | undefined;
  readonly title?: string | undefined;
  readonly template?: string | undefined;
  readonly format: string;
}

function parseAction(
  verb: string | undefined,
  name: string | undefined,
  values: OptionValues,
): InvestigationsAction | string {
  switch (verb) {
    case "list":
      return name === undefined ? parseList(values) : `unexpected argument “${name}”`;
    case "open":
      return name === undefined ? parseOpen(values) : `unexpected argument “${name}”`;
    case "show":
    case "comment":
    case "export":
      return parseOne(verb, name, values);
    case undefined:
      return "the action is missing: list, open, show, comment, attach or export";
    default:
      return `unknown action “${verb}”: pass list, open, show, comment, attach or export`;
  }
}

function parseList({
  state,
  severity: severityText,
  deployment = [],
  tag = [],
  text,
}: OptionValues): InvestigationsAction | string {
  if (deployment.length > 1 || tag.length > 1) return "pass --deployment and --tag once";
  const states = findStates(state);
  if (states === undefined)
    return `unknown state “${state}”: pass open, all, or one of ${investigationStates.join(", ")}`;
  const severity = severityText === undefined ? undefined : findSeverity(severityText);
  if (severityText !== undefined && severity === undefined) return severityError(severityText);
  return { kind: "list", states, severity, deployment: deployment[0], tag: tag[0], text };
}

function parseOpen({
  title,
  severity: severityText,
  deployment = [],
  tag = [],
  template,
}: OptionValues): InvestigationsAction | string {
  if (title === undefined) return "the title is missing: pass --title";
  const severity = severityText === undefined ? undefined : findSeverity(severityText);
  if (severityText !== undefined && severity === undefined) return severityError(severityText);
  return { kind: "open", title, severity, deployments: deployment, tags: tag, template };
}

function parseOne(
  kind: "show" | "comment" | "export",
  name: string | undefined,
  { text, format: formatText }: OptionValues,
): InvestigationsAction | string {
  const number = parseNumber(name);
  if (typeof number === "string") return number;
  if (kind === "show") return { kind, number };
  if (kind === "export") {
    const format = exportFormats.find((one) => one === formatText);
    return format === undefined
      ? `invalid format “${formatText}”: pass ${exportFormats.join(" or ")}`
      : { kind, number, format };
  }
  return text === undefined ? "the comment is missing: pass --text" : { kind, number, text };
}

function parseAttach(
  name: string | undefined,
  path: string | undefined,
  { title }: OptionValues,
): InvestigationsAction | string {
  const number = parseNumber(name);
  if (typeof number === "string") return number;
  return path === undefined ? "the file is missing" : { kind: "attach", number, path, title };
}

/** Returns the number of an investigation, or an error message. */
function parseNumber(name: string | undefined): number | string {
  if (name === undefined) return "the investigation is missing, such as INV-31";
  const [, digits] = /^(?:INV-)?([1-9]\d{0,8})$/i.exec(name) ?? [];
  return digits === undefined
    ? `invalid investigation “${name}”: pass its number, such as INV-31`
    : Number(digits);
}

/**
 * Returns the states that the option `--state` selects. An empty list selects all states. Undefined for an unknown
 * state.
 */
function findStates(text: string): readonly InvestigationState[] | undefined {
  if (text === "open") return openStates;
  if (text === "all") return [];
  const state = investigationStates.find((one) => one === text);
  return state && [state];
}

const findSeverity = (text: string): Severity | undefined => severities.find((one) => String(one) === text);

const severityError = (text: string): string =>
  `invalid severity “${text}”: pass ${severities.join(", ")}; 1 is the most severe`;
