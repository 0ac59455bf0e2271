/** Remarks of discovery about a deployment's series, and how they were resolved. Stored and displayed. */
import { z } from "zod";

const labelValues = z.object({ label: z.string(), values: z.array(z.string()) });

/**
 * Targets whose series differ only in `differingLabels`, so that they may be one server that is scraped several times.
 * `basis` is the reason of the decision. `counters`: the counters are equal, so the series are copies. `differ`: the
 * counters differ, so the targets are separate servers. `name`: no counter increased, but the label name usually
 * distinguishes scrapers. `unknown`: no counter increased, and the label name does not decide it.
 */
const duplicateTargets = z.object({
  kind: z.literal("duplicate-targets"),
  basis: z.enum(["counters", "name", "differ", "unknown"]),
  differingLabels: z.array(labelValues),
  servers: z.number().int(),
});

/** Several Dynamo stacks serve the model, but these series do not name their stack. They are reported together. */
const mixedStacks = z.object({
  kind: z.literal("mixed-stacks"),
  stacks: z.array(z.string()),
  part: z.enum(["frontends", "workers"]),
});

/** Schema of a remark of discovery. */
export const discoveryRemark = z.discriminatedUnion("kind", [duplicateTargets, mixedStacks]);

/** Remark of discovery about a deployment that an operator should know. */
export type DiscoveryRemark = z.infer<typeof discoveryRemark>;
/** Remark that a deployment contains instances of several Dynamo stacks. */
export type MixedStacks = z.infer<typeof mixedStacks>;
/** Remark that the source stores targets of the deployment several times. */
export type DuplicateTargets = z.infer<typeof duplicateTargets>;

/** Returns whether duplicate targets count as one server. */
export function isCountedOnce({ basis }: Pick<DuplicateTargets, "basis">): boolean {
  return basis === "counters" || basis === "name";
}
