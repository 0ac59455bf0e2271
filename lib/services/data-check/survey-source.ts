/**
 * Surveys one metrics source without a database: its type, engines, exporters, possible deployments, and the result
 * of every query.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { isAppError } from "@/lib/model/app-error";
import type { CheckRow } from "@/lib/model/data-check";
import type { EngineId, ExporterId, LabelSelector, Pool } from "@/lib/model/deployment/deployment";
import type { Family } from "@/lib/model/signals/signal-definition";
import { engineById, detectableEngines, exporterById, exporters } from "@/lib/engines";
import type { Exporter } from "@/lib/engines/definitions/exporter";
import { nowMs } from "@/lib/server/clock";
import { discoverDeploymentsOfSource } from "@/lib/services/discovery/discover-deployments";
import { createMachineCountPromql } from "@/lib/services/discovery/discovery-queries";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { startDiscoveryPass, type DiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import { readPresentMetrics, readServingGroups } from "@/lib/services/discovery/serving-groups";
import { listEffectiveDeployments } from "@/lib/services/deployments/effective-deployments";
import { mergeDiscovery } from "@/lib/services/discovery/merge-discovery";
import { checkSource } from "@/lib/services/installation/check-source";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { checkDeployment } from "./check-deployment";

/** An inference engine that was found in a source, with its models. */
export interface SurveyedEngine {
  readonly id: EngineId;
  readonly title: string;
  readonly models: readonly string[];
  readonly instanceCount: number;
}

/** An exporter that was found in a source. */
export interface SurveyedExporter {
  readonly id: ExporterId;
  readonly title: string;
  readonly family: Family;
  /** Number of GPUs, hosts, containers or databases. Copies from a highly available pair count once. */
  readonly machineCount: number;
}

/** A deployment that was found in a source, with the check of its signals. */
export interface SurveyedDeployment {
  readonly slug: string;
  readonly title: string;
  readonly model: string;
  readonly engine: EngineId;
  readonly engineTitle: string;
  readonly pools: readonly Pool[];
  readonly selectors: readonly LabelSelector[];
  readonly instances: readonly string[];
  /** Services of the trace source that belong to the deployment by their names. */
  readonly traceServices: readonly string[];
  /** Titles of the joined exporters. */
  readonly exporters: readonly string[];
  readonly check:
    | { readonly kind: "checked"; readonly rows: readonly CheckRow[] }
    | { readonly kind: "failed"; readonly detail: string };
}

/** Everything that was found in one source: engines, exporters and deployments. */
export interface SourceSurvey {
  readonly source: {
    readonly url: string;
    /** Product of the source, such as Prometheus; null if the source does not report it. */
    readonly flavour: string | null;
    readonly version: string | null;
    readonly latencyMs: number;
    /** True if some stores of the source did not respond, so that data may be missing. */
    readonly isPartial: boolean;
  };
  readonly engines: readonly SurveyedEngine[];
  readonly exporters: readonly SurveyedExporter[];
  readonly deployments: readonly SurveyedDeployment[];
}

/** Trace services and limits of a survey. */
export interface SurveyOptions {
  /** Services of the trace source. Absent without a trace source. */
  readonly traceServices?: readonly string[];
  /** Maximum number of deployments whose signals are checked. Absent if all are checked. */
  readonly maxCheckedCount?: number;
}

/**
 * Searches the source `slug` for engines, exporters and deployments, and checks the signals of each
 * deployment. Throws AppError if it is unreachable or not a metrics source.
 */
export async function surveySource(
  slug: string,
  signal: AbortSignal,
  { traceServices, maxCheckedCount = Infinity }: SurveyOptions = {},
): Promise<SourceSurvey> {
  const outcome = await checkSource(slug);
  if (outcome.kind === "down") throw outcome.error;
  const source = requireReadableSource(slug, allSources);
  const pass = startDiscoveryPass(source);
  const present = await readPresentMetrics(pass);
  // Discovery ignores failed queries. A survey must report them instead of showing an empty source.
  await readServingGroups(pass, present);
  const discovery = await discoverDeploymentsOfSource(slug);
  const records = mergeDiscovery(
    { records: [], aliases: new Map() },
    {
      deployments: discovery?.deployments ?? [],
      traceServices,
      tracesSource: null,
      completeSources: [],
    },
    nowMs(),
  );
  const proposed = listEffectiveDeployments(records).map((one) => ({ ...one, sourceScope: allSources }));
  return {
    source: {
      url: getSourceConnection(source).source.url,
      flavour: outcome.flavour,
      version: outcome.version,
      latencyMs: outcome.latencyMs,
      isPartial: pass.isPartial() || discovery?.isPartial === true,
    },
    engines: summariseEngines(proposed),
    exporters: await countMachines(pass, present),
    deployments: await Promise.all(
      proposed.map(async (deployment, index) =>
        describeDeployment(
          deployment,
          index < maxCheckedCount
            ? await runCheck(deployment, signal)
            : createUncheckedResult(maxCheckedCount),
        ),
      ),
    ),
  };
}

function summariseEngines(proposed: readonly KnownDeployment[]): readonly SurveyedEngine[] {
  return detectableEngines.flatMap(({ id, title }) => {
    const engineDeployments = proposed.filter(({ engine }) => engine === id);
    if (engineDeployments.length === 0) return [];
    const models = [...new Set(engineDeployments.map(({ model }) => model))];
    return [
      {
        id,
        title,
        models,
        instanceCount: new Set(engineDeployments.flatMap(({ instances }) => instances)).size,
      },
    ];
  });
}

async function countMachines(
  { queryInstant }: DiscoveryPass,
  present: ReadonlySet<string>,
): Promise<readonly SurveyedExporter[]> {
  const counted = await Promise.all(
    exporters.map(async (exporter: Exporter) => {
      const promql = createMachineCountPromql(exporter, present);
      if (promql === undefined) return [];
      const [sample] = await queryInstant(promql);
      const { id, title, family } = exporter;
      return [{ id, title, family, machineCount: sample?.value ?? 0 }];
    }),
  );
  return counted.flat();
}

function describeDeployment(
  deployment: KnownDeployment,
  check: SurveyedDeployment["check"],
): SurveyedDeployment {
  const { slug, title, model, engine, instances, pools, attachments, traceServices } = deployment;
  return {
    slug,
    title,
    model,
    engine,
    engineTitle: engineById(engine).title,
    pools,
    selectors: pools.flatMap(({ selectors }) => selectors),
    instances,
    traceServices,
    exporters: attachments.map(({ exporter }) => exporterById(exporter).title),
    check,
  };
}

function createUncheckedResult(maxCheckedCount: number): SurveyedDeployment["check"] {
  return {
    kind: "failed",
    detail: `the signals of only the first ${maxCheckedCount} deployments are checked`,
  };
}

/** Runs the check of one deployment. A failure becomes a result, so that the results of other deployments are still shown. */
async function runCheck(
  deployment: KnownDeployment,
  signal: AbortSignal,
): Promise<SurveyedDeployment["check"]> {
  try {
    return { kind: "checked", rows: await checkDeployment(deployment, signal) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { kind: "failed", detail: error.message };
  }
}
