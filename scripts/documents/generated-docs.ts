/** Documents generated from lists in the code. `npm run docs` writes them; a test fails when one is out of date. */
import { environmentVariables } from "@/lib/server/environment/env-variables";
import { steps } from "@/lib/investigations/steps/steps";
import { glossary, glossaryTopics } from "@/lib/model/glossary";
import { signalMeaning } from "@/lib/model/signals/signal-meanings";
import { signals } from "@/lib/model/signals/signals";
import { faultsPage } from "./faults-page";
import { listSignalDocumentation } from "./signal-answers";

/** Document that `npm run docs` writes: its path and its text. */
export interface GeneratedDocument {
  readonly path: string;
  readonly text: string;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells))].join("\n");
}

const notice = "<!-- Written by `npm run docs` from the code; edit the list there. -->";

function formatConfiguration(): string {
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
    formatTable(["variable", "meaning", "default", "example"], rows),
  ].join("\n\n");
}

const signalColumns = `| column | explanation |
| --- | --- |
| kind | \`distribution\`: observations of a histogram, displayed as percentiles or mean. \`counter\`: displayed as a rate. \`gauge\`: a level or a ratio, displayed as it is. |
| replicas | How the values of a deployment's instances, GPUs or hosts become one value. \`merge-buckets\` adds their histogram buckets. |
| layer | \`application\`: serving and training. \`infrastructure\`: GPUs. \`system\`: hosts and containers. \`database\`: databases and poolers. |`;

const metricNotation = `| notation | explanation |
| --- | --- |
| a or b | Names of one metric in different versions or configurations. If several exist, the first is used. |
| a, else b | b is a different metric. It is used if a does not exist. |
| a ÷ b, a + b | Counters and histograms enter a formula with their rates, gauges with their values. |
| × 0.001 | Factor that converts to the base unit, such as seconds, bytes or a share of 1. It applies to all names of the metric. |
| mean only | There is a mean, but there are no percentiles. |

The requirement states when the metrics are exposed or how to enable them. The note states how a value differs from the signal's meaning.`;

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
    "Look up what a signal measures and which metrics it is computed from. Ids never change.",
    signalColumns,
    formatTable(["id", "title", "kind", "display unit", "replicas", "layer", "meaning"], rows),
    "## Metrics per engine and exporter",
    "Each section lists the signals of one engine, gateway or exporter, with their metrics or the reason why it does not expose them. The signals of GPUs, hosts, containers, databases and training jobs are in the sections of their exporters.",
    metricNotation,
    ...listSignalDocumentation().flatMap(({ title, introduction, rows: sectionRows }) => [
      `### ${title}`,
      ...(introduction === undefined ? [] : [introduction]),
      formatTable(
        ["signal", "metrics or reason", "requirement", "note"],
        sectionRows.map(({ signals: ids, metricsOrReason, requirement, note }) => [
          ids.map((id) => `\`${id}\``).join(", "),
          metricsOrReason,
          requirement,
          note,
        ]),
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
      formatTable(
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
    "Look up the purpose and the fields of each of the seven steps. A step can be skipped with a reason, and an investigation can return to an earlier step.",
    formatTable(
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
      formatTable(
        ["id", "field", "required", "explanation"],
        step.fields.map((field) => [
          `\`${field.id}\``,
          field.label,
          field.isRequired ? "yes" : "no",
          field.experimentPart === undefined
            ? field.help
            : `${field.help} Experiments of the round answer the field.`,
        ]),
      ),
      ["Checklist:", ...step.checklist.map(({ id, text }) => `- \`${id}\`: ${text}`)].join("\n"),
    ]),
  ].join("\n\n");
}

/** All documents that `npm run docs` writes. */
export const generatedDocuments: readonly GeneratedDocument[] = [
  { path: "docs/configuration.md", text: `${formatConfiguration()}\n` },
  { path: "docs/faults.md", text: `${faultsPage(notice, formatTable)}\n` },
  { path: "docs/glossary.md", text: `${glossaryPage()}\n` },
  { path: "docs/investigation-steps.md", text: `${investigationSteps()}\n` },
  { path: "docs/signals.md", text: `${signalList()}\n` },
];
