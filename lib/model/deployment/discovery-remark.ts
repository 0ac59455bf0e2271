/** Remarks of discovery about a deployment's series, and how they were resolved. Stored and displayed. */
import { z } from "zod";

const labelValues = z.object({ label: z.string(), values: z.array(z.string()) });

/**
 * The same targets are scraped several times, and their series differ only in these labels. `counters`: their
 * counters agree, so they are copies. `name`: no counter moved, but a label with this name usually distinguishes
 * scrapers. `differ`: their counters differ, so they are separate servers. `unknown`: no counter moved, and the label
 * name is no indication.
 */
const duplicateTargets = z.object({
  kind: z.literal("duplicate-targets"),
  by: z.enum(["counters", "name", "differ", "unknown"]),
  differingLabels: z.array(labelValues),
  servers: z.number().int(),
});

/** Several Dynamo stacks serve the model, but these series do not name their stack. They are reported together. */
const mixedStacks = z.object({
  kind: z.literal("mixed-stacks"),
  stacks: z.array(z.string()),
  part: z.enum(["frontends", "workers"]),
});

export const discoveryRemark = z.discriminatedUnion("kind", [duplicateTargets, mixedStacks]);

export type DiscoveryRemark = z.infer<typeof discoveryRemark>;
export type MixedStacks = z.infer<typeof mixedStacks>;
export type DuplicateTargets = z.infer<typeof duplicateTargets>;

/** Returns whether copies are merged, so that each server counts once. */
export function isCountedOnce({ by }: Pick<DuplicateTargets, "by">): boolean {
  return by === "counters" || by === "name";
}
