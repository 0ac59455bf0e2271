/** A survey as lines of text for a terminal. Pure. */
import type { CheckRow } from "@/lib/model/data-check";
import type { LabelSelector } from "@/lib/model/deployment";
import type { Family } from "@/lib/model/signal-definition";
import { signalDefinition } from "@/lib/model/signals";
import { formatWithUnit } from "@/lib/format/number";
import { faultsOf, isFault } from "./judge-survey";
import type { Survey, SurveyedDeployment, SurveyedEngine, SurveyedExporter } from "./survey-source";

const kinds: Readonly<Record<string, string>> = {
  prometheus: "Prometheus",
  thanos: "Thanos",
  mimir: "Mimir",
  victoriametrics: "VictoriaMetrics",
};

const machines: { readonly [F in Family]: readonly [one: string, many: string] } = {
  engine: ["engine", "engines"],
  gpu: ["GPU", "GPUs"],
  host: ["host", "hosts"],
  container: ["container", "containers"],
  database: ["database", "databases"],
  training: ["series of training jobs", "series of training jobs"],
};

/** Everything the survey found, faults and what to do about them beside the signals they are of. */
export function describeSurvey(survey: Survey): readonly string[] {
  const { source, engines, exporters, deployments } = survey;
  const kind = kinds[source.flavour ?? ""] ?? "A metrics source that does not say what it is";
  const version = source.version === null ? "" : ` ${source.version}`;
  const head = `${kind}${version} at ${source.url} answers in ${Math.round(source.latencyMs)} ms`;
  if (deployments.length === 0) {
    return [
      head,
      ...exporters.map(describeExporter),
      "failed   it has no metrics of a known engine",
      "         fix: let it scrape /metrics of your serving engines",
    ];
  }
  return [
    head,
    ...engines.map(describeEngine),
    ...exporters.map(describeExporter),
    ...deployments.flatMap(describeDeployment),
    "",
    ...conclude(deployments),
  ];
}

function counted(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${count} ${count === 1 ? one : many}`;
}

function describeEngine({ title, models, instances }: SurveyedEngine): string {
  return `found    ${title}: ${counted(instances, ["instance", "instances"])}, ${models.join(", ")}`;
}

function describeExporter({ title, family, machines: count }: SurveyedExporter): string {
  return `found    ${title}: ${counted(count, machines[family])}`;
}

function describeDeployment(deployment: SurveyedDeployment): readonly string[] {
  const { title, engineTitle, selectors, instances, exporters, check } = deployment;
  const about = [
    "",
    `${title} (${engineTitle})`,
    `         selected by ${selectors.map(printSelector).join(" or ")}`,
    `         instances ${instances.join(", ")}`,
    `         beside it ${exporters.length === 0 ? "no exporter" : exporters.join(", ")}`,
  ];
  if (check.kind === "failed") return [...about, `failed   ${check.detail}`];
  return [...about, ...describeRows(check.rows)];
}

function printSelector(labels: LabelSelector): string {
  return `{${Object.entries(labels)
    .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
    .join(",")}}`;
}

interface Said {
  readonly state: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/** Neighbours that say the same, such as a family whose exporter was not joined, are one line. */
function describeRows(rows: readonly CheckRow[]): readonly string[] {
  const lines: Said[] = [];
  for (const row of rows) {
    const said = describeRow(row);
    const last = lines.at(-1);
    const isSame = row.value === null && last?.state === said.state && last.text === said.text;
    if (isSame) lines.splice(-1, 1, { ...said, titles: [...last.titles, ...said.titles] });
    else lines.push(said);
  }
  return lines.map(({ state, titles, text }) => `${state.padEnd(7)}  ${titles.join(", ")}: ${text}`);
}

function describeRow(row: CheckRow): Said {
  const { signal, outcome, value, reason, detail, flag } = row;
  const { title, unit, displayUnit } = signalDefinition(signal);
  const state = isFault(row) ? "failed" : { answers: "ok", nothing: "-", error: "error" }[outcome];
  const number = value === null ? "" : formatWithUnit(value, unit, displayUnit);
  const why = reason === null ? "" : `${reason.replaceAll("-", " ")}: ${detail}`;
  const text = [number, why, flag ?? ""].filter((part) => part !== "").join("  ");
  return { state, titles: [title], text };
}

function conclude(deployments: readonly SurveyedDeployment[]): readonly string[] {
  const faulty = deployments.filter((one) => one.check.kind === "failed" || faultsOf(one).length > 0);
  if (faulty.length === 0)
    return [
      `Every engine signal of ${counted(deployments.length, ["deployment", "deployments"])} answers or is not exposed.`,
    ];
  return faulty.map((one) => {
    if (one.check.kind === "failed") return `${one.title}: could not be asked`;
    const of = faultsOf(one).map(({ signal }) => signalDefinition(signal).title);
    return `${one.title}: ${counted(of.length, ["engine signal fails", "engine signals fail"])}: ${of.join(", ")}`;
  });
}
