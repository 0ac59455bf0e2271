/** What discovery saw of a deployment's series that a person should know, and how it was resolved. Stored, and shown. */
import { z } from "zod";

const labelValues = z.object({ label: z.string(), values: z.array(z.string()) });

/**
 * The same targets come several times, apart in these labels only. `counters`: what they count agrees, so that they are copies.
 * `name`: nothing moved that could be compared, but a label of this name tells scrapers apart. `differ`: what they count differs, so
 * that they are servers of their own. `unknown`: nothing moved, and the name says nothing.
 */
const duplicateTargets = z.object({
  kind: z.literal("duplicate-targets"),
  by: z.enum(["counters", "name", "differ", "unknown"]),
  differingLabels: z.array(labelValues),
  servers: z.number().int(),
});

/** Several Dynamo stacks serve the model, and the series of these parts do not say whose they are: they are told as one. */
const mixedStacks = z.object({
  kind: z.literal("mixed-stacks"),
  stacks: z.array(z.string()),
  part: z.enum(["frontends", "workers"]),
});

export const discoveryRemark = z.discriminatedUnion("kind", [duplicateTargets, mixedStacks]);

export type DiscoveryRemark = z.infer<typeof discoveryRemark>;
export type MixedStacks = z.infer<typeof mixedStacks>;
export type DuplicateTargets = z.infer<typeof duplicateTargets>;

/** True where the copies are folded, so that nothing counts twice. */
export function isCountedOnce({ by }: Pick<DuplicateTargets, "by">): boolean {
  return by === "counters" || by === "name";
}
