/** The quality scores of an experiment in words. */
import { formatNumber } from "@/lib/format/number";
import type { QualityScore } from "@/lib/model/investigation/experiments/experiment";

type Score = Pick<QualityScore, "role" | "name" | "value">;

/** Scores of one quality test, in order of entry. */
export interface ArmScores {
  readonly name: string;
  readonly reference: readonly number[];
  readonly changed: readonly number[];
}

/** Returns the scores by quality test. */
export function listArmScores(scores: readonly Score[]): readonly ArmScores[] {
  const names = [...new Set(scores.map(({ name }) => name))].toSorted();
  return names.map((name) => {
    const valuesOf = (role: Score["role"]): readonly number[] =>
      scores.filter((one) => one.name === name && one.role === role).map(({ value }) => value);
    return { name, reference: valuesOf("reference"), changed: valuesOf("changed") };
  });
}

/** Returns "reference arm 0.80 and 0.81, changed arm no score". */
export function armScoresText({ reference, changed }: ArmScores): string {
  return `reference arm ${valuesText(reference)}, changed arm ${valuesText(changed)}`;
}

function valuesText(values: readonly number[]): string {
  return values.length === 0 ? "no score" : values.map((value) => formatNumber(value)).join(" and ");
}
