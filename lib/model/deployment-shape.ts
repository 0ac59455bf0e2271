/**
 * The part of a deployment that is stored as one JSON document: which series and traces are its own. Read through this
 * schema only; an older version is brought up to date here, so that stored rows outlive releases.
 */
import { z } from "zod";
import type { LabelSelector, Pool } from "./deployment";

const selector = z.record(z.string(), z.string());

const shapeV1 = z.object({
  version: z.literal(1),
  pools: z.array(
    z.object({
      role: z.enum(["prefill", "decode", "both", "router"]),
      selectors: z.array(selector),
    }),
  ),
  /** As the `instance` label has them. */
  instances: z.array(z.string()),
  traceServices: z.array(z.string()),
  gpuSelectors: z.array(selector),
  hostSelectors: z.array(selector),
});

export interface DeploymentShape {
  readonly version: 1;
  readonly pools: readonly Pool[];
  readonly instances: readonly string[];
  readonly traceServices: readonly string[];
  readonly gpuSelectors: readonly LabelSelector[];
  readonly hostSelectors: readonly LabelSelector[];
}

/** A stored document as the newest version. Throws ZodError for one that no release has written. */
export function parseDeploymentShape(stored: unknown): DeploymentShape {
  return shapeV1.parse(stored);
}
