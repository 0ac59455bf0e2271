/** Describes a comparison as evidence, and links to the live one. */
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

/** Returns the comparison with the absolute windows of both sides. */
export function createComparisonSubject({
  before,
  after,
  statistic,
  factor,
  isStrict,
}: ComparisonEntry): EvidenceSubject {
  const question = {
    endpoint: "comparison",
    before: before.reference,
    after: after.reference,
    statistic,
    factor,
    isStrict,
  } as const;
  return {
    question,
    title: `${before.label} compared with ${after.label}`.slice(0, 200),
    window: after.window,
    deployment: after.deployment.slug,
    opening: { kind: "comparison", path: createComparisonHref(question) },
  };
}

/** Returns the Compare page with the sides of the question. */
export function createComparisonHref({
  before,
  after,
  statistic,
  factor,
  isStrict,
}: QuestionOf<"comparison">): string {
  const query = new URLSearchParams({
    before,
    after,
    statistic,
    ...(factor === null ? {} : { factor }),
    ...(isStrict ? { strict: "true" } : {}),
  });
  return `/compare?${query.toString()}`;
}
