/** Queries a new metrics source: its product, targets, engines, deployments, and the signals of each deployment. */
import { escapeHiddenCharactersInLine } from "@/lib/base/safe-text";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { PreviewedDeployment, PreviewedMetrics } from "@/lib/contracts/installation/source-preview";
import { AppError, isAppError } from "@/lib/model/app-error";
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import { findProductTitle } from "@/lib/services/data-check/describe-survey";
import {
  surveySource,
  type SourceSurvey,
  type SurveyedDeployment,
} from "@/lib/services/data-check/survey-source";
import { startDiscoveryPass, type DiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import { deleteQueryScheduler } from "@/lib/services/series/prometheus";
import { withTemporarySource } from "@/lib/services/sources/temporary-source";
import { describePreviewFailure } from "./describe-preview-failure";
import { summariseRows } from "./summarise-rows";

/** Time limit of all requests, and the earlier end of the checks of signals, after which the deployments are returned. */
const timeLimits = { allMs: 45_000, checksMs: 35_000 } as const;
/** Maximum number of deployments whose signals are checked. Each check sends about a hundred queries. */
const maxCheckedCount = 12;
const maxListed = { deployments: 50, instances: 20, models: 50 } as const;
const maxTextLength = 200;
const shortText = (text: string): string => escapeHiddenCharactersInLine(text, maxTextLength);

interface MetricsPreviewOptions {
  readonly signal: AbortSignal;
  readonly traceServices?: readonly string[];
}

/** Result of the queries to a new metrics source. */
export interface MetricsPreview {
  readonly metrics: ReadonlyDeep<PreviewedMetrics>;
  /** Null if the source could not be queried. */
  readonly survey: SourceSurvey | null;
}

/** Queries the metrics source at a URL that the rules accept. Its failure is a result. */
export async function readMetricsPreview(
  url: string,
  options: MetricsPreviewOptions,
): Promise<MetricsPreview> {
  const address = { kind: "prometheus", title: "Prometheus", url, setBy: "PROMETHEUS_URL" } as const;
  try {
    return await withTemporarySource(address, async (source) => {
      try {
        return await withTimeLimit(timeLimits.allMs, options.signal, (signal) =>
          survey(source, { ...options, signal }),
        );
      } finally {
        deleteQueryScheduler(source.slug);
      }
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { metrics: describePreviewFailure(error, { url, prefix: "PROMETHEUS" }), survey: null };
  }
}

async function survey(
  source: ReadableSource,
  { signal, ...options }: MetricsPreviewOptions,
): Promise<MetricsPreview> {
  const checksEnd = new AbortController();
  const timer = setTimeout(() => {
    const limit = `${timeLimits.checksMs / 1_000} s`;
    checksEnd.abort(new AppError("timeout", `the signals were not checked within ${limit}`));
  }, timeLimits.checksMs);
  try {
    const checkSignal = AbortSignal.any([signal, checksEnd.signal]);
    const found = await surveySource(source.slug, checkSignal, { ...options, maxCheckedCount });
    const targets = await countTargets(startDiscoveryPass(source));
    return { metrics: toPreview(found, targets), survey: found };
  } finally {
    clearTimeout(timer);
  }
}

type TargetCounts = Extract<PreviewedMetrics, { kind: "found" }>["targets"];

/** Counts the targets that the source scrapes. Null if it has no series for them, such as a store that only receives samples. */
async function countTargets({ queryInstant }: DiscoveryPass): Promise<TargetCounts> {
  const [targets, failing] = await Promise.all([queryInstant("count(up)"), queryInstant("count(up < 1)")]);
  const count = targets[0]?.value;
  return count === undefined ? null : { count, failingCount: failing[0]?.value ?? 0 };
}

function toPreview(
  { source, engines, exporters, deployments }: SourceSurvey,
  targets: TargetCounts,
): MetricsPreview["metrics"] {
  return {
    kind: "found",
    product: findProductTitle(source),
    version: source.version === null ? null : shortText(source.version),
    latencyMs: source.latencyMs,
    isPartial: source.isPartial,
    targets,
    engines: engines.map(({ title, models, instanceCount }) => ({
      title,
      models: models.slice(0, maxListed.models).map(shortText),
      instanceCount,
    })),
    exporters: exporters.map(({ title, family, machineCount }) => ({ title, family, machineCount })),
    deployments: deployments.slice(0, maxListed.deployments).map(describeDeployment),
    deploymentCount: deployments.length,
  };
}

function describeDeployment(deployment: SurveyedDeployment): ReadonlyDeep<PreviewedDeployment> {
  const { title, model, engineTitle, instances, exporters, traceServices, check } = deployment;
  return {
    title: shortText(title),
    model: shortText(model),
    engineTitle,
    instances: instances.slice(0, maxListed.instances).map(shortText),
    instanceCount: instances.length,
    exporters,
    traceServices: traceServices.map(shortText),
    signals:
      check.kind === "failed"
        ? { kind: "not-checked", detail: check.detail }
        : { kind: "checked", ...summariseRows(check.rows) },
  };
}
