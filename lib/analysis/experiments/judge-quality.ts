/** Compares the quality scores that people enter for the arms. A score that falls fails the experiment. */
import type { QualityScore } from "@/lib/model/investigation/experiments/experiment";

/** Mean scores of one quality test in both arms; null for an arm without a score. */
export interface JudgedQuality {
  readonly name: string;
  readonly reference: number | null;
  readonly changed: number | null;
  /** True if both arms have a score, and the score of the changed arm is lower than accepted. */
  readonly hasFallen: boolean;
}

/**
 * Compares the mean scores of each quality test between the arms. Returns one row per test, sorted by name.
 * `maxDecrease` is the accepted decrease as a ratio of the reference score.
 */
export function judgeQuality(
  scores: readonly Pick<QualityScore, "role" | "name" | "value">[],
  maxDecrease: number,
): readonly JudgedQuality[] {
  const names = [...new Set(scores.map(({ name }) => name))].toSorted();
  return names.map((name) => {
    const meanOf = (role: QualityScore["role"]): number | null => {
      const values = scores.filter((one) => one.name === name && one.role === role);
      return values.length === 0 ? null : values.reduce((sum, { value }) => sum + value, 0) / values.length;
    };
    const [reference, changed] = [meanOf("reference"), meanOf("changed")];
    const hasFallen =
      reference !== null && changed !== null && changed < reference - maxDecrease * Math.abs(reference);
    return { name, reference, changed, hasFallen };
  });
}
