/** Queries a new trace source: its API, version and services. */
import { isAppError } from "@/lib/model/app-error";
import type { SourceFailure } from "@/lib/model/sources/source";
import type { PreviewedTraces } from "@/lib/contracts/installation/source-preview";
import { escapeHiddenCharactersInLine } from "@/lib/base/safe-text";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { withTimeLimit } from "@/lib/server/http/time-limit";
import type { SurveyedDeployment } from "@/lib/services/data-check/survey-source";
import { readSourceIdentity } from "@/lib/services/installation/read-identity";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { withTemporarySource } from "@/lib/services/sources/temporary-source";
import { listServices } from "@/lib/sources/jaeger/client";
import { describePreviewFailure } from "./describe-preview-failure";

/** Time limit of all requests to the trace source. */
const timeLimitMs = 10_000;
const maxListedServices = 100;
const maxTextLength = 200;

/** Result of the queries to a new trace source. */
export interface TracesPreview {
  /** Names of all services. Undefined if the source could not be queried. */
  readonly services: readonly string[] | undefined;
  readonly failure: SourceFailure | null;
  /** Returns the part of the response, with the deployment of each service. */
  readonly describe: (deployments: readonly SurveyedDeployment[]) => ReadonlyDeep<PreviewedTraces>;
}

/** Queries the trace source at a URL that the rules accept. Its failure is a result. */
export async function readTracesPreview(url: string, callerSignal: AbortSignal): Promise<TracesPreview> {
  const address = { kind: "jaeger", title: "Jaeger", url, setBy: "JAEGER_URL" } as const;
  try {
    return await withTemporarySource(address, (source) =>
      withTimeLimit(timeLimitMs, callerSignal, async () => {
        const connection = getSourceConnection(source);
        const { version, flavour } = await readSourceIdentity(connection);
        const services = await listServices(connection.upstream, flavour === "API v3" ? "v3" : "old");
        const describe: TracesPreview["describe"] = (deployments) => ({
          kind: "found",
          api: flavour ?? "",
          version,
          services: services.slice(0, maxListedServices).map((name) => ({
            name: escapeHiddenCharactersInLine(name, maxTextLength),
            deployment: deployments.find((one) => one.traceServices.includes(name))?.title ?? null,
          })),
          serviceCount: services.length,
        });
        return { services, failure: null, describe };
      }),
    );
  } catch (error) {
    if (!isAppError(error)) throw error;
    const failed = describePreviewFailure(error, { url, prefix: "JAEGER" });
    return { services: undefined, failure: failed.failure, describe: () => failed };
  }
}
