/** Formats a gate run for a terminal: verdict, table of rules, obstacles and warnings, and the address of its page. */
import type { GateResponse } from "@/lib/contracts/gates";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { printDeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { GateResult, RuleResult } from "@/lib/model/gate/gate-result";
import { unitOfStatistic } from "@/lib/model/comparison/compared-statistic";
import { rangeText, resolutionCell, ruleName, signedPercent } from "@/lib/sentences/gates/rule-text";
import { countVerdict, ruleVerdictWord } from "@/lib/sentences/gates/verdict-word";
import { escapeControlCharacters } from "./printable";
import { formatTextTable, type TextColumn } from "./text-table";

const valueText = (rule: RuleResult, side: "baseline" | "window"): string => {
  const estimate = rule[side];
  const { unit, displayUnit } = unitOfStatistic(rule.signal, rule.statistic);
  return estimate === null ? "–" : formatWithUnit(estimate.value, unit, displayUnit);
};

const columnsOf = (result: Pick<GateResult, "obstacles">): readonly TextColumn<RuleResult>[] => [
  { title: "RULE", formatCell: ruleName },
  {
    title: "VERDICT",
    formatCell: ({ verdict }) => ruleVerdictWord(countVerdict(verdict, result)).toLowerCase(),
  },
  {
    title: "LIMIT",
    isNumber: true,
    formatCell: ({ maxRegressionRatio }) => signedPercent(maxRegressionRatio),
  },
  {
    title: "REGRESSION",
    isNumber: true,
    formatCell: ({ regression }) => (regression === null ? "–" : signedPercent(regression.value)),
  },
  {
    title: "95 % INTERVAL",
    formatCell: ({ regression }) => (regression === null ? "–" : rangeText(regression)),
  },
  { title: "BASELINE", isNumber: true, formatCell: (rule) => valueText(rule, "baseline") },
  { title: "WINDOW", isNumber: true, formatCell: (rule) => valueText(rule, "window") },
  {
    title: "n",
    isNumber: true,
    formatCell: ({ window }) => (window === null ? "–" : formatCount(window.n)),
  },
  { title: "RESOLUTION", formatCell: resolutionCell },
];

/** Formats a gate run as plain text. `url` is the address of the server. */
export function formatGateText({ gate, result, texts }: GateResponse, url: string): string {
  const waiting =
    gate.waitingUntilMs === null ? [] : [`Waiting until ${new Date(gate.waitingUntilMs).toISOString()}.`];
  const lines = [
    waiting.length === 0 ? gate.sentence : waiting[0],
    `${gate.deployment.title}, ${new Date(gate.window.startMs).toISOString()} to ${new Date(gate.window.endMs).toISOString()}, compared with the baseline “${gate.baseline.name}”`,
    ...(gate.factor === null ? [] : [`Declared factor: ${printDeclaredFactor(gate.factor)}`]),
    ...(result === null || result.rules.length === 0
      ? []
      : ["", formatTextTable(columnsOf(result), result.rules)]),
    ...formatSection("Details", texts.rules),
    ...formatSection("Why there is no verdict", texts.obstacles),
    ...formatSection("Warnings", texts.warnings),
    "",
    `${url}/gates/${gate.id}`,
  ];
  return escapeLines(lines.join("\n")).replaceAll("\u202f", " ");
}

function formatSection(title: string, texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : ["", `${title}:`, ...texts.map((text) => `- ${text}`)];
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeControlCharacters).join("\n");
}
