/** Reads MFU or MBU over time from the roofline page, and lists its values. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";
import { describeMissingPool, readRooflineScope } from "./roofline";

/** Returns the response that the chart shows, when it is complete. Refused if it has no serving pool. */
export function readUtilisationAnswer(
  { endpoint, metric, ...scope }: QuestionOf<"utilisation">,
  read: AnswerReadContext,
): Promise<AnswerOutcome> {
  return readRooflineScope(scope, read, (page) =>
    page.pools.length === 0
      ? { kind: "failed", reason: describeMissingPool(page) }
      : { kind: "answered", data: { endpoint, metric, page }, window: page.window },
  );
}

type Utilisation = ReadonlyDeep<Extract<EvidenceData, { endpoint: "utilisation" }>>;

/** Returns the value of each pool and interval. */
export function listUtilisationComparedValues({
  metric,
  page: { pools },
}: Utilisation): readonly ComparedValueGroup[] {
  const values = pools.flatMap(({ role, utilisation }) =>
    (utilisation?.atMs ?? []).map((atMs, index) => {
      const ratios = metric === "mfu" ? utilisation?.mfuRatio : utilisation?.mbuRatio;
      return [`${role} ${atMs}`, ratios?.[index] ?? null] as const;
    }),
  );
  return [{ name: metric, values: new Map(values) }];
}
