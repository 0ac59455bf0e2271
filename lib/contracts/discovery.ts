/** The discovery doors: what is there, what each proposal became, reviewing one, and trying selectors before they are saved. */
import { z } from "zod";
import { engineIds, exporterIds } from "@/lib/model/deployment";
import { discoveryRemark } from "@/lib/model/discovery-remark";
import {
  deploymentManagers,
  poolRoles,
  poolsError,
  reviewStates,
  selectorError,
} from "@/lib/model/deployment-review";
import { titleError } from "@/lib/model/event";
import { mappedSignals, mappingError } from "@/lib/model/signal-mapping";
import { signalMappings } from "@/lib/model/signal-mapping-schema";
import { phaseRuleError, ruledPhases } from "@/lib/model/phase-rule";
import { phaseRules } from "@/lib/model/phase-rule-schema";
import { families } from "@/lib/model/signal-definition";
import { defineContract } from "./contract";
import { nothing, reading, signalId, slug, statistic } from "./fields";

export const deploymentId = z.uuid("must be the id of a deployment from GET /api/v1/discovery, not its slug");
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
  for (const signal of mappedSignals) {
    const one = given[signal];
    const error = one === undefined ? null : mappingError(signal, one, given);
    if (error !== null)
      context.addIssue({ code: "custom", path: [signal], message: `${error.problem}; ${error.fix}` });
  }
});

/** In the order that a request passes them. */
export const traceServices = z
  .array(z.string().min(1).max(256))
  .max(50)
  .refine((given) => new Set(given).size === given.length, "every service once");

export const phases = phaseRules.superRefine((given, context) => {
  for (const [index, rule] of given.entries()) {
    const error = phaseRuleError(rule);
    if (error !== null)
      context.addIssue({ code: "custom", path: [index], message: `${error.problem}; ${error.fix}` });
  }
});

const maxNameLength = 100;
const title = z
  .string()
  .max(2_000)
  .trim()
  .superRefine((text, context) => {
    const error =
      text === ""
        ? "Give it a name."
        : text.length > maxNameLength
          ? `At most ${maxNameLength} characters; this has ${text.length}.`
          : titleError(text);
    if (error !== null) context.addIssue({ code: "custom", message: error });
  });

const named = z.object({ id: z.string(), slug, title: z.string() });

export const proposal = named.extend({
  /** As discovery names it. */
  discoveredTitle: z.string(),
  review: z.enum(reviewStates),
  managedBy: z.enum(deploymentManagers),
  /** What an edit names in If-Match. */
  version: z.number().int(),
  engine: z.object({ id: z.enum(engineIds), title: z.string(), role: z.string() }),
  model: z.string(),
  metricsSource: z.string(),
  /** With those of its parts, as everything else that is said of what it is and has. */
  instances: z.array(z.string()),
  pools: z.array(pool),
  /** Its own, without those of its parts: what an edit changes. */
  editablePools: z.array(pool),
  /** What discovery found, where somebody said otherwise; null where nobody did. */
  discoveredPools: z.array(pool).nullable(),
  attachments: z.array(
    z.object({
      exporter: z.enum(exporterIds),
      title: z.string(),
      family: z.enum(families),
      selectors: z.array(selector),
    }),
  ),
  /** True where a person said which exporters are its own, whatever labels say. */
  hasEditedAttachments: z.boolean(),
  /** Metrics of its own that answer for signals of training. */
  mappings: signalMappings,
  /** True where such metrics are expected: of a training job, or where some are mapped. */
  takesMappings: z.boolean(),
  /** In the order that a request passes them. */
  traceServices: z.array(z.string()),
  /** True where a person said which services are its own. */
  hasEditedTraceServices: z.boolean(),
  /** A source of traces is known for it. */
  hasTraces: z.boolean(),
  /** What its spans mean, where engines do not tell; the first rule that holds counts. */
  phases: z.array(
    z.object({
      operation: z.string().optional(),
      attribute: z.string().optional(),
      phase: z.enum(ruledPhases),
    }),
  ),
  /** What discovery had to decide of its series. */
  remarks: z.array(discoveryRemark),
  metricNameCount: z.number().int(),
  firstSeenAtMs: z.number(),
  lastSeenAtMs: z.number(),
  inactiveSinceMs: z.number().nullable(),
  /** The deployment that took its pools. */
  mergedInto: named.nullable(),
  /** What took it is not the configuration file's, so that it can be split off on screen. */
  canSplitOff: z.boolean(),
  role: z.enum(poolRoles).nullable(),
  parts: z.array(named),
  formerSlugs: z.array(z.string()),
  /** Gateways that serve the same model before it, outermost first, and engines behind it. */
  gateways: z.array(named),
  backends: z.array(named),
  /** Others of the same engine whose selectors find some of the same series: their numbers count twice. */
  overlaps: z.array(named),
});

export const discoveryContract = defineContract({
  id: "discovery",
  method: "GET",
  path: "/api/v1/discovery",
  access: "read",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    sources: z.array(
      z.object({
        slug: z.string(),
        title: z.string(),
        engines: z.array(z.string()),
        models: z.array(z.string()),
        instances: z.number().int(),
        /** Training jobs: they serve nobody, so the counts of models and servers are without them. */
        trainingJobs: z.number().int(),
        /** Deployments on record there that nobody sees now; the counts beside it are without them. */
        missingDeployments: z.number().int(),
        /** Machines, pods or databases that exporters speak of, by kind. */
        exporterTargets: z.array(z.object({ family: z.enum(families), count: z.number().int() })),
      }),
    ),
    deployments: z.array(proposal),
    /** Since when this comes from memory, because the database does not answer. */
    fromMemorySinceMs: z.number().nullable(),
  }),
});

export const reviewDeploymentContract = defineContract({
  id: "review-deployment",
  method: "PATCH",
  path: "/api/v1/deployments/[deploymentId]",
  access: "write",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 64 * 1_024,
  params: z.strictObject({ deploymentId }),
  query: nothing,
  /** What is absent stays as it is; null goes back to what was discovered. */
  body: z
    .strictObject({
      review: z.enum(reviewStates).optional(),
      title: title.nullable().optional(),
      pools: pools.nullable().optional(),
      attachments: attachments.nullable().optional(),
      mappings: mappings.nullable().optional(),
      traceServices: traceServices.nullable().optional(),
      phases: phases.nullable().optional(),
      /** Merges into another one; null splits it off again. */
      mergedInto: deploymentId.nullable().optional(),
      /** With `mergedInto`: what its pools are there. */
      role: z.enum(poolRoles).optional(),
    })
    .refine((edit) => Object.keys(edit).length > 0, "say what to change")
    .refine(
      ({ role, mergedInto }) => role === undefined || (mergedInto !== undefined && mergedInto !== null),
      "a role goes with mergedInto",
    ),
  response: z.object({ asOfMs: z.number(), deployment: proposal }),
});

export const previewContract = defineContract({
  id: "discovery-preview",
  method: "POST",
  path: "/api/v1/discovery/preview",
  access: "read",
  timeLimitMs: 12_000,
  maxBodyBytes: 64 * 1_024,
  params: nothing,
  query: nothing,
  body: z.strictObject({
    deployment: deploymentId,
    /** As if these were saved; those it has when absent. */
    pools: pools.optional(),
    /** As if these exporters were its own; those it has when absent. */
    attachments: attachments.optional(),
    /** As if these metrics were mapped; those it has when absent. */
    mappings: mappings.optional(),
    /** As if these were merged into it. */
    mergeWith: z.array(deploymentId).max(20).default([]),
  }),
  response: z.object({
    asOfMs: z.number(),
    /** Servers that the selectors find now. */
    instances: z.array(z.string()),
    /** What the engine tells of itself, and one signal of each exporter, over the last quarter of an hour. */
    signals: z.array(
      z.object({
        signal: signalId,
        statistic,
        headline: reading,
        pointCount: z.number().int(),
        values: z.array(z.number().nullable()),
      }),
    ),
    /** The exporters that would be its own. */
    attachments: z.array(z.object({ exporter: z.enum(exporterIds), title: z.string() })),
  }),
});

export type DiscoveryResponse = z.infer<typeof discoveryContract.response>;
export type Proposal = z.infer<typeof proposal>;
export type ReviewBody = z.input<typeof reviewDeploymentContract.body>;
export type ReviewResponse = z.infer<typeof reviewDeploymentContract.response>;
export type PreviewBody = z.input<typeof previewContract.body>;
export type PreviewResponse = z.infer<typeof previewContract.response>;
