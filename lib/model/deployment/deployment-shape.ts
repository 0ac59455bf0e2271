/**
 * The part of a deployment that is stored as one JSON document: which series and traces belong to it. The document is
 * read only through this schema, which upgrades older versions, so that stored rows outlive releases.
 */
import { z } from "zod";
import { discoveryRemark, type DiscoveryRemark } from "./discovery-remark";
import { stackWorker, type StackWorker } from "./stack-worker";
import { exporterIds, type Attachment, type Pool } from "./deployment";

const selector = z.record(z.string(), z.string());

const pools = z.array(
  z.object({
    role: z.enum(["prefill", "decode", "both", "router"]),
    selectors: z.array(selector),
  }),
);

const shapeV1 = z.object({
  version: z.literal(1),
  pools,
  instances: z.array(z.string()),
  traceServices: z.array(z.string()),
  gpuSelectors: z.array(selector),
  hostSelectors: z.array(selector),
});

const shapeV2 = z.object({
  version: z.literal(2),
  pools,
  /** Values of the `instance` label. */
  instances: z.array(z.string()),
  traceServices: z.array(z.string()),
  /** Exporters that this release does not know are ignored. */
  attachments: z.array(z.object({ exporter: z.string(), selectors: z.array(selector) })),
  metricNames: z.array(z.string()),
  copyLabels: z.array(z.string()),
  // Documents of the previous release do not have remarks and workers.
  remarks: z.array(discoveryRemark).default([]),
  workers: z.array(stackWorker).default([]),
});

/** Discovered properties of a deployment, as stored. */
export interface DeploymentShape {
  readonly version: 2;
  readonly pools: readonly Pool[];
  readonly instances: readonly string[];
  readonly traceServices: readonly string[];
  readonly attachments: readonly Attachment[];
  readonly metricNames: readonly string[];
  readonly copyLabels: readonly string[];
  readonly remarks: readonly DiscoveryRemark[];
  readonly workers: readonly StackWorker[];
}

/**
 * Validates the stored properties of a deployment and upgrades them to the newest version. Throws ZodError
 * for a document that no release has written.
 */
export function parseDeploymentShape(stored: unknown): DeploymentShape {
  const shape = z.discriminatedUnion("version", [shapeV1, shapeV2]).parse(stored);
  if (shape.version === 2) return { ...shape, attachments: knownAttachments(shape.attachments) };
  const { gpuSelectors, hostSelectors, ...rest } = shape;
  return {
    ...rest,
    version: 2,
    attachments: [
      ...(gpuSelectors.length === 0 ? [] : [{ exporter: "dcgm" as const, selectors: gpuSelectors }]),
      ...(hostSelectors.length === 0 ? [] : [{ exporter: "node" as const, selectors: hostSelectors }]),
    ],
    metricNames: [],
    copyLabels: [],
    remarks: [],
    workers: [],
  };
}

function knownAttachments(stored: z.infer<typeof shapeV2>["attachments"]): readonly Attachment[] {
  return stored.flatMap(({ exporter, selectors }) => {
    const id = exporterIds.find((each) => each === exporter);
    return id === undefined ? [] : [{ exporter: id, selectors }];
  });
}
