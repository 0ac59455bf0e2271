/** Discovery endpoints: sources and deployments with their review state, reviews, and previews of edits. */
import { z } from "zod";
import { engineIds, exporterIds } from "@/lib/model/deployment/deployment";
import { discoveryRemark } from "@/lib/model/deployment/discovery-remark";
import {
  deploymentManagers,
  poolRoles,
  poolsError,
  reviewStates,
  selectorError,
} from "@/lib/model/deployment/deployment-review";
import { deploymentTitleRules, titleError } from "@/lib/model/event";
import { limitOrigins, limitIds } from "@/lib/model/deployment/limits";
import { limitOverrides } from "@/lib/model/deployment/limits-schema";
import { mappableSignals, mappingError } from "@/lib/model/signals/signal-mapping";
import { signalMappings } from "@/lib/model/signals/signal-mapping-schema";
import { phaseRuleError, assignablePhases } from "@/lib/model/traces/phase-rule";
import { phaseRules } from "@/lib/model/traces/phase-rule-schema";
import { families } from "@/lib/model/signals/signal-definition";
import { defineContract } from "./contract";
import { emptyObject, reading, signalId, slug, statistic } from "./fields";

/** Schema of the id of a deployment. */
export const deploymentId = z.uuid("must be the id of a deployment from GET /api/v1/discovery, not its slug");
/** Schema of a label selector: label names with exact values. */
export const selector = z.record(z.string().min(1).max(64), z.string().max(2_000));
const pool = z.strictObject({ role: z.enum(poolRoles), selectors: z.array(selector).max(100) });

const pools = z
  .array(pool)
  .max(50)
  .superRefine((given, context) => {
    const error = poolsError(given);
    if (error !== null) context.addIssue({ code: "custom", message: error });
  });

const attachment = z.strictObject({
  exporter: z.enum(exporterIds),
  selectors: z
    .array(selector)
    .max(100)
    .superRefine((given, context) => {
      const error = given.map(selectorError).find((one) => one !== null);
      if (error !== undefined) context.addIssue({ code: "custom", message: error });
    }),
});

const attachments = z.array(attachment).max(50);

const mappings = signalMappings.superRefine((given, context) => {
  for (const signal of mappableSignals) {
    const one = given[signal];
    const error = one === undefined ? null : mappingError(signal, one, given);
    if (error !== null)
      context.addIssue({ code: "custom", path: [signal], message: `${error.problem}; ${error.fix}` });
  }
});

/** Schema of trace services, in the order in which a request passes them. */
export const traceServices = z
  .array(z.string().min(1).max(256))
  .max(50)
  .refine((given) => new Set(given).size === given.length, "no service may occur twice");

/** Schema of the phase rules of a deployment. */
export const phases = phaseRules.superRefine((given, context) => {
  for (const [index, rule] of given.entries()) {
    const error = phaseRuleError(rule);
    if (error !== null)
      context.addIssue({ code: "custom", path: [index], message: `${error.problem}; ${error.fix}` });
  }
});

const title = z
  .string()
  .max(2_000)
  .trim()
  .superRefine((text, context) => {
    const error = titleError(text, deploymentTitleRules);
    if (error !== null) context.addIssue({ code: "custom", message: error });
  });

const named = z.object({ id: z.string(), slug, title: z.string() });

/** Schema of a deployment with its edits, its review and what discovery found. */
export const reviewableDeployment = named.extend({
  /** Title given by discovery. */
  discoveredTitle: z.string(),
  review: z.enum(reviewStates),
  managedBy: z.enum(deploymentManagers),
  /** Team whose members may change the deployment, in addition to admins. Null: every editor may. */
  teamId: z.string().nullable(),
  /** Why the caller may not change the deployment. Null if the caller may. */
  changeRefusal: z.string().nullable(),
  /** Version for If-Match. */
  version: z.number().int(),
  engine: z.object({ id: z.enum(engineIds), title: z.string(), role: z.string() }),
  model: z.string(),
  metricsSource: z.string(),
  /** Addresses of the instances. The descriptive fields include the values of deployments that were merged into this one. */
  instances: z.array(z.string()),
  pools: z.array(pool),
  /** Pools that an edit changes: all pools except those of deployments that were merged into this one. */
  editablePools: z.array(pool),
  /** Discovered pools if they were edited, otherwise null. */
  discoveredPools: z.array(pool).nullable(),
  attachments: z.array(
    z.object({
      exporter: z.enum(exporterIds),
      title: z.string(),
      family: z.enum(families),
      selectors: z.array(selector),
    }),
  ),
  /** True if the exporters were edited. */
  hasEditedAttachments: z.boolean(),
  /** Custom metrics that provide training signals. */
  mappings: signalMappings,
  /** True for training jobs and for deployments with mappings. */
  takesMappings: z.boolean(),
  /** In request order. */
  traceServices: z.array(z.string()),
  /** True if the trace services were edited. */
  hasEditedTraceServices: z.boolean(),
  /** True if a trace source is configured for the deployment. */
  hasTraces: z.boolean(),
  /** In canonical units, each with who set it. */
  limits: z.record(z.enum(limitIds), z.object({ value: z.number(), setBy: z.enum(limitOrigins) })),
  /** Rules that assign phases to spans. The first matching rule applies. */
  phases: z.array(
    z.object({
      operation: z.string().optional(),
      attribute: z.string().optional(),
      phase: z.enum(assignablePhases),
    }),
  ),
  /** Decisions of discovery about the series. */
  remarks: z.array(discoveryRemark),
  metricNameCount: z.number().int(),
  firstSeenAtMs: z.number(),
  lastSeenAtMs: z.number(),
  inactiveSinceMs: z.number().nullable(),
  /** The deployment that includes this one after a merge. */
  mergedInto: named.nullable(),
  /** False if the configuration file defines the merge. */
  canSplitOff: z.boolean(),
  role: z.enum(poolRoles).nullable(),
  parts: z.array(named),
  formerSlugs: z.array(z.string()),
  /** Gateways in front of the deployment, outermost first. `backends` are the deployments that receive its requests. */
  gateways: z.array(named),
  backends: z.array(named),
  /** Other deployments with the same engine whose selectors match series of this deployment. These series are counted twice. */
  overlaps: z.array(named),
});

/** Lists what discovery found in each source, and the deployments to review. */
export const discoveryContract = defineContract({
  id: "discovery",
  method: "GET",
  path: "/api/v1/discovery",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    sources: z.array(
      z.object({
        slug: z.string(),
        title: z.string(),
        engines: z.array(z.string()),
        models: z.array(z.string()),
        instanceCount: z.number().int(),
        /** Training jobs. They are not included in models and instances. */
        trainingJobCount: z.number().int(),
        /** Stored deployments that are currently missing. They are not included in the other counts. */
        missingDeploymentCount: z.number().int(),
        /** Number of exporter targets by family. */
        exporterTargets: z.array(z.object({ family: z.enum(families), count: z.number().int() })),
      }),
    ),
    deployments: z.array(reviewableDeployment),
    /** Since when cached data is used, because the database does not respond. Null otherwise. */
    fromMemorySinceMs: z.number().nullable(),
  }),
});

/** Confirms, hides, or edits a discovered deployment. */
export const reviewDeploymentContract = defineContract({
  id: "review-deployment",
  method: "PATCH",
  path: "/api/v1/deployments/[deploymentId]",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 64 * 1_024,
  params: z.strictObject({ deploymentId }),
  query: emptyObject,
  /** Absent fields stay unchanged. Null restores the discovered value. */
  body: z
    .strictObject({
      review: z.enum(reviewStates).optional(),
      /** Team whose members may change the deployment, in addition to admins. Null: every editor may. */
      teamId: z.uuid().nullable().optional(),
      title: title.nullable().optional(),
      pools: pools.nullable().optional(),
      attachments: attachments.nullable().optional(),
      mappings: mappings.nullable().optional(),
      traceServices: traceServices.nullable().optional(),
      phases: phases.nullable().optional(),
      /** Replaces all overrides. Absent limits get their default. */
      limits: limitOverrides.nullable().optional(),
      /** Id of the deployment to merge into. Null splits a merged deployment. */
      mergedInto: deploymentId.nullable().optional(),
      /** Role of the pools after the merge. Requires `mergedInto`. */
      role: z.enum(poolRoles).optional(),
    })
    .refine((edit) => Object.keys(edit).length > 0, "specify at least one field")
    .refine(
      ({ role, mergedInto }) => role === undefined || (mergedInto !== undefined && mergedInto !== null),
      "role requires mergedInto",
    ),
  response: z.object({ asOfMs: z.number(), deployment: reviewableDeployment }),
});

/** Returns the series that edited selectors would match, without saving them. */
export const discoveryPreviewContract = defineContract({
  id: "discovery-preview",
  method: "POST",
  path: "/api/v1/discovery/preview",
  timeLimitMs: 12_000,
  maxBodyBytes: 64 * 1_024,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    deploymentId,
    /** Edited selectors. Absent means current values. */
    pools: pools.optional(),
    /** Edited exporters. Absent means current values. */
    attachments: attachments.optional(),
    /** Edited mappings. Absent means current values. */
    mappings: mappings.optional(),
    /** Deployments to merge. */
    mergeWith: z.array(deploymentId).max(20).default([]),
  }),
  response: z.object({
    asOfMs: z.number(),
    /** Servers that the selectors match now. */
    instances: z.array(z.string()),
    /** Headline signals of the engine and one signal per exporter, over the last 15 minutes. */
    signals: z.array(
      z.object({
        signal: signalId,
        statistic,
        headline: reading,
        pointCount: z.number().int(),
        values: z.array(z.number().nullable()),
      }),
    ),
    /** Exporters that would be joined. */
    attachments: z.array(z.object({ exporter: z.enum(exporterIds), title: z.string() })),
  }),
});

/** Response of `GET /api/v1/discovery`. */
export type DiscoveryResponse = z.infer<typeof discoveryContract.response>;
/** Deployment with its edits, its review and what discovery found. */
export type ReviewableDeployment = z.infer<typeof reviewableDeployment>;
/** Edit of a deployment: its review state, title, pools, exporters, limits and other settings, or its merge. */
export type ReviewBody = z.input<typeof reviewDeploymentContract.body>;
/** Response of `PATCH /api/v1/deployments/[deploymentId]`. */
export type ReviewResponse = z.infer<typeof reviewDeploymentContract.response>;
/** Body of `POST /api/v1/discovery/preview`. */
export type DiscoveryPreviewBody = z.input<typeof discoveryPreviewContract.body>;
/** Response of `POST /api/v1/discovery/preview`. */
export type DiscoveryPreviewResponse = z.infer<typeof discoveryPreviewContract.response>;
