/**
 * Handler of the preview of new sources: queries the URLs that an admin entered, once, and returns what is there with the
 * configuration that adds the sources. Nothing is stored.
 */
import type { previewSourcesContract } from "@/lib/contracts/installation/source-preview";
import { AppError, isAppError } from "@/lib/model/app-error";
import { createConcurrencyLimit, type ConcurrencyLimit } from "@/lib/server/concurrency/limit";
import { formatConfigFile, type FormattedConfigFile } from "@/lib/server/config-file/format-config-file";
import { readEnvironment } from "@/lib/server/environment/env";
import type { Handler, HandlerResponse } from "@/lib/server/handler";
import { consumeSharedRateLimit, type RequestLimit } from "@/lib/server/http/shared-rate-limit";
import { getLogger } from "@/lib/server/logger";
import { getProcessState } from "@/lib/server/process-state";
import { formatEnvironmentLines, type NewSource } from "@/lib/sentences/sources/environment-lines";
import type { SourceSurvey } from "@/lib/services/data-check/survey-source";
import { parseSourceUrls, type SourceUrls } from "./parse-source-urls";
import { readMetricsPreview } from "./read-metrics-preview";
import { readTracesPreview } from "./read-traces-preview";

type DiscoveryPreviewResponse = HandlerResponse<typeof previewSourcesContract>;

const perCaller: RequestLimit = { kind: "source-preview", burstCount: 20, refillMs: 15_000 };
/** Maximum number of deployments that the file lists. */
const maxFileDeployments = 100;

/** Limit of simultaneous previews. A preview sends hundreds of queries. */
const previews = (): ConcurrencyLimit =>
  getProcessState("source-previews", () => createConcurrencyLimit({ maxConcurrent: 2, maxWaiting: 4 }));

/**
 * Queries the entered URLs without credentials, and returns what is there. A source that cannot be queried is part of the
 * response. Throws invalid-input for a URL that the rules refuse, and rate-limited.
 */
export const previewSources: Handler<typeof previewSourcesContract> = async ({ body, principal, signal }) => {
  const urls = parseSourceUrls(body);
  const waitMs = await consumeSharedRateLimit(perCaller, principal.id);
  if (waitMs > 0) throw createLimitError(waitMs);
  getLogger().info({ caller: principal.id, ...urls }, "new sources are checked");
  try {
    return await previews().run(() => preview(urls, signal), signal);
  } catch (error) {
    // Too many previews wait.
    if (isAppError(error) && error.code === "source-slow") throw createLimitError(perCaller.refillMs);
    throw error;
  }
};

function createLimitError(retryAfterMs: number): AppError {
  return new AppError("rate-limited", "new sources were checked too often", { retryAfterMs });
}

async function preview(urls: SourceUrls, signal: AbortSignal): Promise<DiscoveryPreviewResponse> {
  const traces = urls.tracesUrl === null ? null : await readTracesPreview(urls.tracesUrl, signal);
  const { metrics, survey } = await readMetricsPreview(urls.metricsUrl, {
    signal,
    ...(traces?.services === undefined ? {} : { traceServices: traces.services }),
  });
  return {
    metrics,
    traces: traces === null ? null : traces.describe(survey?.deployments ?? []),
    environmentLines: formatLines(urls, {
      metricsFailure: metrics.kind === "failed" ? metrics.failure : null,
      tracesFailure: traces?.failure ?? null,
    }),
    configFile: createConfigFile(survey),
  };
}

interface PreviewFailures {
  readonly metricsFailure: NewSource["failure"];
  readonly tracesFailure: NewSource["failure"];
}

function formatLines(
  { metricsUrl, tracesUrl }: SourceUrls,
  { metricsFailure, tracesFailure }: PreviewFailures,
): string {
  const hasTempo = readEnvironment().sources.some(({ kind }) => kind === "tempo");
  const sources: readonly NewSource[] = [
    { prefix: "PROMETHEUS", url: metricsUrl, failure: metricsFailure },
    ...(tracesUrl === null ? [] : [{ prefix: "JAEGER", url: tracesUrl, failure: tracesFailure } as const]),
  ];
  return formatEnvironmentLines(sources, { removesTempo: hasTempo && tracesUrl !== null });
}

function createConfigFile(survey: SourceSurvey | null): FormattedConfigFile {
  const deployments = survey?.deployments ?? [];
  if (deployments.length === 0) return { kind: "absent", reason: "No deployment was found." };
  if (deployments.length > maxFileDeployments)
    return {
      kind: "absent",
      reason: `The file would have more than ${maxFileDeployments} deployments. Ridgepoint finds them without a file.`,
    };
  return formatConfigFile(deployments);
}
