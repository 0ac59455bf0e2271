/**
 * What a person, or the configuration file, says of a deployment that discovery found. What was discovered is kept beside it:
 * an edit that is taken back leaves no trace, and discovery never writes over one.
 */
import { z } from "zod";
import { exporterIds, type Attachment, type Pool, type PoolRole } from "./deployment";
import type { PhaseRule } from "./phase-rule";
import { phaseRules } from "./phase-rule-schema";
import type { SignalMappings } from "./signal-mapping";
import { signalMappings } from "./signal-mapping-schema";
import { poolRoles } from "./deployment-review";

/** Absent fields stand as they were discovered. */
export interface DeploymentEdits {
  readonly title?: string | undefined;
  /** As part of another deployment: the role of all its pools there. */
  readonly role?: PoolRole | undefined;
  readonly pools?: readonly Pool[] | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly traceServices?: readonly string[] | undefined;
  /** Nothing is discovered of these: without a word there are none. */
  readonly mappings?: SignalMappings | undefined;
  readonly phases?: readonly PhaseRule[] | undefined;
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
});

/** A stored document; null for a row that was never edited. Throws ZodError for one that no release has written. */
export function parseDeploymentEdits(stored: unknown): DeploymentEdits {
  if (stored === null) return {};
  const { version: _version, ...edits } = editsV1.parse(stored);
  return edits;
}
