/** Documents that list things are written from the lists. `npm run docs` writes them; a test fails when one is stale. */
import { environmentVariables } from "@/lib/server/env-variables";
import { glossary, glossaryTopics } from "@/lib/model/glossary";
import { signalMeaning } from "@/lib/model/signal-meanings";
import { signals } from "@/lib/model/signals";
import { signalAnswers } from "./signal-answers";

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
    variable.meaning,
    variable.defaultText ?? "required",
    `\`${variable.example}\``,
  ]);
  return [
    "# Configuration",
    notice,
    "Everything is read from the environment once, at the start. A missing or malformed variable stops the start with one line that names it and the fix, and exit code 64. Secrets are never logged or stored.",
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
    "The dictionary every engine answers to, with a recipe or with the reason why not. Ids are frozen words.",
    table(["id", "title", "kind", "shown in", "replicas", "layer", "meaning"], rows),
    "## Where each comes from",
    "Every engine answers for every signal of an engine, every exporter for those of its family: with the metrics a number is made of, all spellings its versions have used, newest first, or with the reason why there is none and what would turn it on.",
    ...signalAnswers().flatMap(({ title, turnedOnBy, rows: answers }) => [
      `### ${title}`,
      ...(turnedOnBy === undefined ? [] : [turnedOnBy]),
      table(
        ["signal", "answer", "mind"],
        answers.map(({ signal, answer, caveat }) => [`\`${signal}\``, answer, caveat]),
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

export const generatedDocuments: readonly GeneratedDocument[] = [
  { path: "docs/configuration.md", text: `${configuration()}\n` },
  { path: "docs/glossary.md", text: `${glossaryPage()}\n` },
  { path: "docs/signals.md", text: `${signalList()}\n` },
];
