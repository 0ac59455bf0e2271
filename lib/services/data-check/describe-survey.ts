/** Formats a survey for the terminal. Pure. */
import type { CheckRow } from "@/lib/model/data-check";
import type { LabelSelector } from "@/lib/model/deployment/deployment";
import { signalDefinition } from "@/lib/model/signals/signals";
import { escapeHiddenCharactersInLine } from "@/lib/base/safe-text";
import { formatFamilyCount } from "@/lib/format/family";
import { downSinceText } from "@/lib/format/down-since";
import { formatWithUnit } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { listFailingRows, isCheckFailing, isMetricDisabled } from "./judge-survey";
import type { SourceSurvey, SurveyedDeployment, SurveyedEngine, SurveyedExporter } from "./survey-source";

/** Maximum length of a displayed label value, because label values of a source can have any length. */
const maxValueLength = 100;
const maxDetailLength = 1_000;
const shortText = (value: string): string => escapeHiddenCharactersInLine(value, maxValueLength);

const productTitles: Readonly<Record<string, string>> = {
  prometheus: "Prometheus",
  thanos: "Thanos",
  mimir: "Mimir",
  victoriametrics: "VictoriaMetrics",
};

/** Returns the name of the product of a metrics source. Null if the source does not report it. */
export function findProductTitle({ flavour }: Pick<SourceSurvey["source"], "flavour">): string | null {
  return productTitles[flavour ?? ""] ?? null;
}

/** Returns the lines of text that describe the survey of a source, with the fix next to each problem. */
export function describeSurvey(survey: SourceSurvey): readonly string[] {
  const { source, engines, exporters, deployments } = survey;
  const kind = findProductTitle(source) ?? "A metrics source of unknown type";
  const version = source.version === null ? "" : ` ${shortText(source.version)}`;
  const head = [
    `${kind}${version} at ${source.url} responds in ${Math.round(source.latencyMs)} ms`,
    ...(source.isPartial
      ? ["warning  some stores of the source did not respond, so data may be missing"]
      : []),
  ];
  if (deployments.length === 0) {
    return [
      ...head,
      ...exporters.map(describeExporter),
      "failed   no metrics of a supported engine found",
      "         fix: let Prometheus scrape /metrics of your serving engines",
    ];
  }
  return [
    ...head,
    ...engines.map(describeEngine),
    ...exporters.map(describeExporter),
    ...deployments.flatMap(describeDeployment),
    "",
    ...summaryLines(deployments),
  ];
}

function describeEngine({ title, models, instanceCount }: SurveyedEngine): string {
  return `found    ${title}: ${countWithNoun(instanceCount, "instance")}, ${models.map(shortText).join(", ")}`;
}

function describeExporter({ title, family, machineCount }: SurveyedExporter): string {
  return `found    ${title}: ${formatFamilyCount(machineCount, family)}`;
}

function describeDeployment(deployment: SurveyedDeployment): readonly string[] {
  const { title, engineTitle, selectors, instances, exporters, check } = deployment;
  const about = [
    "",
    `${shortText(title)} (${engineTitle})`,
    `         selected by ${selectors.map(printSelector).join(" or ")}`,
    `         instances ${instances.map(shortText).join(", ")}`,
    `         exporters ${exporters.length === 0 ? "none" : exporters.join(", ")}`,
  ];
  if (check.kind === "failed")
    return [...about, `failed   ${escapeHiddenCharactersInLine(check.detail, maxDetailLength)}`];
  return [...about, ...describeRows(check.rows)];
}

function printSelector(labels: LabelSelector): string {
  return `{${Object.entries(labels)
    .map(([label, value]) => `${shortText(label)}=${shortText(JSON.stringify(value))}`)
    .join(",")}}`;
}

interface SurveyLine {
  readonly state: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/** Returns the lines of the signals. Adjacent signals with the same result, such as those of a missing exporter, share one line. */
function describeRows(rows: readonly CheckRow[]): readonly string[] {
  const lines: SurveyLine[] = [];
  for (const row of rows) {
    const line = describeRow(row);
    const last = lines.at(-1);
    const isSame = row.value === null && last?.state === line.state && last.text === line.text;
    if (isSame) lines.splice(-1, 1, { ...line, titles: [...last.titles, ...line.titles] });
    else lines.push(line);
  }
  return lines.map(({ state, titles, text }) => `${state.padEnd(7)}  ${titles.join(", ")}: ${text}`);
}

function describeRow(row: CheckRow): SurveyLine {
  const { signal, outcome, value, reason, detail, howToEnable } = row;
  const { title, unit, displayUnit } = signalDefinition(signal);
  const silent = isMetricDisabled(row) ? "off" : "-";
  const state = isCheckFailing(row)
    ? "failed"
    : { "with-data": "ok", "without-data": silent, error: "error" }[outcome];
  const number = value === null ? "" : formatWithUnit(value, unit, displayUnit);
  const since = row.downSince === undefined ? "" : ` ${downSinceText(row.downSince, "UTC")}`;
  const why = reason === null ? "" : `${reason.replaceAll("-", " ")}${since}: ${detail}`;
  const parts = [number, why, howToEnable ?? ""].filter((part) => part !== "").join("  ");
  const text = escapeHiddenCharactersInLine(parts, maxDetailLength);
  return { state, titles: [title], text };
}

function summaryLines(deployments: readonly SurveyedDeployment[]): readonly string[] {
  const failing = deployments.filter((one) => one.check.kind === "failed" || listFailingRows(one).length > 0);
  if (failing.length === 0)
    return [
      `Every engine signal of ${countWithNoun(deployments.length, "deployment")} has data, is not exposed, has no traffic, or needs an engine flag.`,
    ];
  return failing.map((one) => {
    if (one.check.kind === "failed") return `${shortText(one.title)}: the queries failed`;
    const of = listFailingRows(one).map(({ signal }) => signalDefinition(signal).title);
    return `${shortText(one.title)}: ${countWithNoun(of.length, "engine signal fails", "engine signals fail")}: ${of.join(", ")}`;
  });
}
