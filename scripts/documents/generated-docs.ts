/** Documents generated from lists in the code. `npm run docs` writes them; a test fails when one is out of date. */
import { environmentVariables } from "@/lib/server/environment/env-variables";
import { steps } from "@/lib/investigations/steps/steps";
import { glossary, glossaryTopics } from "@/lib/model/glossary";
import { signalMeaning } from "@/lib/model/signals/signal-meanings";
import { signals } from "@/lib/model/signals/signals";
import { faultsPage } from "./faults-page";
import { listSignalDocumentation } from "./signal-answers";

export interface GeneratedDocument {
  readonly path: string;
  readonly text: string;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells))].join("\n");
}

const notice = "<!-- Written by `npm run docs` from the code; edit the list there. -->";

function configuration(): string {
  const rows = environmentVariables.map((variable) => [
    `\`${variable.name}\``,
    variable.description,
    variable.defaultText ?? "required",
    `\`${variable.example}\``,
  ]);
  return [
    "# Configuration",
    notice,
    "The environment is read once, at startup. If a variable is missing or malformed, startup fails with exit code 64 and one line that names the variable and the fix. Secrets are never logged or stored.",
    table(["variable", "meaning", "default", "example"], rows),
  ].join("\n\n");
}

function signalList(): string {
  const rows = signals.map((signal) => [
    `\`${signal.id}\``,
    signal.title,
    signal.kind,
    signal.displayUnit,
    signal.combine,
    signal.layer,
    signalMeaning(signal.id).meaning,
  ]);
  return [
    "# Signals",
    notice,
    "Look up what a signal measures and which metrics it is computed from. For every signal, each engine has either metrics or a reason why it is not available. The column “replicas” states how the values of a deployment's instances become one value; `merge-buckets` adds their histogram buckets. Ids never change.",
    table(["id", "title", "kind", "display unit", "replicas", "layer", "meaning"], rows),
    "## Metrics per engine and exporter",
    "Each row lists the metrics from which a signal is computed, with all names that versions of the engine have used, newest first. If an engine does not expose a signal, the row gives the reason and the flag that enables it.",
    ...listSignalDocumentation().flatMap(({ title, howToEnableMetrics, rows: answers }) => [
      `### ${title}`,
      ...(howToEnableMetrics === undefined ? [] : [howToEnableMetrics]),
      table(
        ["signal", "metrics or reason", "note"],
        answers.map(({ signal, metricsOrReason, caveat }) => [`\`${signal}\``, metricsOrReason, caveat]),
      ),
    ]),
  ].join("\n\n");
}

function glossaryPage(): string {
  return [
    "# Glossary",
    notice,
    "Look up a term. The same definitions are tooltips in the application.",
    ...glossaryTopics.flatMap(({ title, terms }) => [
      `## ${title}`,
      table(
        ["term", "definition"],
        terms.map((id) => [glossary[id].term, glossary[id].definition]),
      ),
    ]),
  ].join("\n\n");
}

function investigationSteps(): string {
  return [
    "# Steps of an investigation",
    notice,
    "Look up what each of the seven steps is for, and its fields. A step can be skipped with a reason, and an investigation can return to an earlier step.",
    table(
      ["step", "focus", "key output", "done when", "risk if skipped"],
      steps.map((step, index) => [
        `${index + 1}. ${step.title}`,
        step.focus,
        step.keyOutput,
        step.doneWhen,
        step.riskIfSkipped,
      ]),
    ),
    "## Fields",
    ...steps.flatMap((step, index) => [
      `### ${index + 1}. ${step.title}`,
      `${step.question} The step has the id \`${step.id}\`.`,
      table(
        ["id", "field", "required", "explanation"],
        step.fields.map((field) => [
          `\`${field.id}\``,
          field.label,
          field.isRequired ? "yes" : "no",
          field.help,
        ]),
      ),
      ["Checklist:", ...step.checklist.map(({ id, text }) => `- \`${id}\`: ${text}`)].join("\n"),
    ]),
  ].join("\n\n");
}

export const generatedDocuments: readonly GeneratedDocument[] = [
  { path: "docs/configuration.md", text: `${configuration()}\n` },
  { path: "docs/faults.md", text: `${faultsPage(notice, table)}\n` },
  { path: "docs/glossary.md", text: `${glossaryPage()}\n` },
  { path: "docs/investigation-steps.md", text: `${investigationSteps()}\n` },
  { path: "docs/signals.md", text: `${signalList()}\n` },
];
