/**
 * Changes that an operator or the configuration file makes to a discovered deployment. They are stored separately
 * from the discovered values: reverting an edit restores these, and discovery never overwrites an edit.
 */
import { z } from "zod";
import type { EnvironmentValues } from "@/lib/model/baseline/environment";
import { gpuHourPrice, type GpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import { environmentValues } from "@/lib/model/baseline/environment-schema";
import { exporterIds, type Attachment, type Pool, type PoolRole } from "./deployment";
import type { LimitOverrides } from "./limits";
import { limitOverrides } from "./limits-schema";
import type { PhaseRule } from "@/lib/model/traces/phase-rule";
import { phaseRules } from "@/lib/model/traces/phase-rule-schema";
import type { SignalMappings } from "@/lib/model/signals/signal-mapping";
import { signalMappings } from "@/lib/model/signals/signal-mapping-schema";
import { poolRoles } from "./deployment-review";

/**
 * Changes of a deployment by people or the configuration file. Absent fields have their discovered values.
 */
export interface DeploymentEdits {
  readonly title?: string | undefined;
  /** Role of all pools of the deployment, if it was merged into a second deployment. */
  readonly role?: PoolRole | undefined;
  readonly pools?: readonly Pool[] | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly traceServices?: readonly string[] | undefined;
  /** These are never discovered, so absent means none. */
  readonly mappings?: SignalMappings | undefined;
  readonly phases?: readonly PhaseRule[] | undefined;
  /** Limits that replace the defaults; absent means the defaults apply. */
  readonly limits?: LimitOverrides | undefined;
  /** Environment values from the configuration file, by path. */
  readonly environment?: EnvironmentValues | undefined;
  /** Price of a GPU hour from the configuration file. */
  readonly gpuHourPrice?: GpuHourPrice | undefined;
}

const selector = z.record(z.string(), z.string());

const editsV1 = z.object({
  version: z.literal(1),
  title: z.string().optional(),
  role: z.enum(poolRoles).optional(),
  pools: z.array(z.object({ role: z.enum(poolRoles), selectors: z.array(selector) })).optional(),
  attachments: z.array(z.object({ exporter: z.enum(exporterIds), selectors: z.array(selector) })).optional(),
  traceServices: z.array(z.string()).optional(),
  mappings: signalMappings.optional(),
  phases: phaseRules.optional(),
  limits: limitOverrides.optional(),
  environment: environmentValues.optional(),
  gpuHourPrice: gpuHourPrice.optional(),
});

/**
 * Validates the stored edits of a deployment; null is a row that was never edited. Throws ZodError for a
 * document that no release has written.
 */
export function parseDeploymentEdits(stored: unknown): DeploymentEdits {
  if (stored === null) return {};
  const { version: _version, ...edits } = editsV1.parse(stored);
  return edits;
}
