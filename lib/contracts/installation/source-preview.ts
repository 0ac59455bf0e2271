/** Endpoint that shows what is in a metrics source and a trace source before they are configured. */
import { z } from "zod";
import { checkReasons } from "@/lib/model/data-check";
import { families } from "@/lib/model/signals/signal-definition";
import { sourceFailures } from "@/lib/model/sources/source";
import { defineContract } from "../contract";
import { emptyObject, signalId } from "../fields";

/** Maximum length of a URL of a new source. */
const maxUrlLength = 2_000;

const failed = z.object({
  kind: z.literal("failed"),
  failure: z.enum(sourceFailures),
  /** Clause that states what failed. */
  detail: z.string(),
  /** One or more sentences that state what to do. */
  fix: z.string(),
});

/** Signals without data for one reason. */
const missingSignals = z.object({
  signals: z.array(signalId),
  reason: z.enum(checkReasons).nullable(),
  detail: z.string(),
  /** A sentence that states how to enable the metric, for example with a flag of the engine. Null if it is unknown. */
  howToEnable: z.string().nullable(),
});

const deployment = z.object({
  title: z.string(),
  model: z.string(),
  engineTitle: z.string(),
  /** The first instances. */
  instances: z.array(z.string()),
  instanceCount: z.number(),
  /** Titles of the joined exporters. */
  exporters: z.array(z.string()),
  traceServices: z.array(z.string()),
  signals: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("checked"),
      available: z.array(signalId),
      /** Signals whose metrics exist, without enough requests now. */
      withoutTraffic: z.array(signalId),
      missing: z.array(missingSignals),
    }),
    z.object({ kind: z.literal("not-checked"), detail: z.string() }),
  ]),
});

const metrics = z.object({
  kind: z.literal("found"),
  /** Product, such as "Prometheus" or "Mimir". Null if the source does not report it. */
  product: z.string().nullable(),
  version: z.string().nullable(),
  latencyMs: z.number(),
  /** True if some stores of the source did not respond, so that data may be missing. */
  isPartial: z.boolean(),
  /** Scrape targets. Null if the source has no series "up". */
  targets: z.object({ count: z.number(), failingCount: z.number() }).nullable(),
  engines: z.array(z.object({ title: z.string(), models: z.array(z.string()), instanceCount: z.number() })),
  exporters: z.array(z.object({ title: z.string(), family: z.enum(families), machineCount: z.number() })),
  /** The first deployments. */
  deployments: z.array(deployment),
  deploymentCount: z.number(),
});

const traces = z.object({
  kind: z.literal("found"),
  /** API of the server, such as "API v3". */
  api: z.string(),
  version: z.string().nullable(),
  /** The first services. `deployment` is the title of the deployment to which the service belongs by its name. */
  services: z.array(z.object({ name: z.string(), deployment: z.string().nullable() })),
  serviceCount: z.number(),
});

/** Queries servers that are not configured yet, without credentials, and returns the configuration that adds them. */
export const previewSourcesContract = defineContract({
  id: "preview-sources",
  method: "POST",
  path: "/api/v1/sources/preview",
  timeLimitMs: 58_000,
  maxBodyBytes: 16_384,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    prometheusUrl: z.string().min(1).max(maxUrlLength),
    jaegerUrl: z.string().min(1).max(maxUrlLength).nullable(),
  }),
  response: z.object({
    metrics: z.discriminatedUnion("kind", [metrics, failed]),
    /** Null if no URL of a trace source was entered. */
    traces: z.discriminatedUnion("kind", [traces, failed]).nullable(),
    /** Lines of environment variables that configure the sources. */
    environmentLines: z.string(),
    /** Content of `ridgepoint.yaml` with the deployments, or why there is none. */
    configFile: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("written"), text: z.string() }),
      z.object({ kind: z.literal("absent"), reason: z.string() }),
    ]),
  }),
});

/** Body of `POST /api/v1/sources/preview`. */
export type PreviewSourcesBody = z.input<typeof previewSourcesContract.body>;
/** Response of `POST /api/v1/sources/preview`. */
export type PreviewSourcesResponse = z.infer<typeof previewSourcesContract.response>;
/** Content of a new metrics source, or the reason why it could not be queried. */
export type PreviewedMetrics = PreviewSourcesResponse["metrics"];
/** Content of a new trace source, or the reason why it could not be queried. */
export type PreviewedTraces = NonNullable<PreviewSourcesResponse["traces"]>;
/** Deployment that was found in a new metrics source. */
export type PreviewedDeployment = z.infer<typeof deployment>;
