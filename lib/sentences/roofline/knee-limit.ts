/** Names the limit that the knee of a batch curve exceeds. */
import type { KneeLimit } from "@/lib/analysis/roofline/sweep/batch-curve";
import { formatCount } from "@/lib/format/number";

const limitTexts: { readonly [L in KneeLimit["limitedBy"]]: (batch: string) => string } = {
  configured: (batch) => `the configured maximum of ${batch}`,
  memory: (batch) => `the ${batch} sequences of the current length that fit in memory`,
  cache: (batch) => `the ${batch} sequences of the current length that fit in the engine’s cache`,
  observed: (batch) => `twice the largest observed batch of ${batch}`,
};

/** Returns the limit of the batch size that follows "above", such as "the configured maximum of 256". */
export function kneeLimitText({ limitedBy, batch }: KneeLimit): string {
  return limitTexts[limitedBy](formatCount(batch));
}
