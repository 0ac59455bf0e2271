/** Tail of the chi-squared distribution: P(X > x) = Q(ν/2, x/2). */
import { assert } from "@/lib/base/assert";
import { regularisedUpperGamma } from "./incomplete-gamma";

/** Returns P(X > x) of the chi-squared distribution, for x ≥ 0 and ν > 0 degrees of freedom. */
export function chiSquaredTail(x: number, degreesOfFreedom: number): number {
  assert(degreesOfFreedom > 0, "degrees of freedom must be above 0");
  return regularisedUpperGamma(degreesOfFreedom / 2, x / 2);
}
