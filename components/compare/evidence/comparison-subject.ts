/** Describes a comparison as evidence, and links to the live one. */
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

/** Describes a comparison as evidence to store, with absolute windows. */
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

/** Returns the Compare page with the windows of stored evidence. */
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
