/** The window of the step compared with the baseline of the investigation. */
import type { ComparedRowEntry, ComparisonResultEntry, JudgedChangeEntry } from "@/lib/contracts/comparisons";
import type { CollectedValue } from "@/lib/contracts/investigations/collected-data";
import { comparisonContract } from "@/lib/contracts/comparisons";
import { getComparison } from "@/lib/services/comparisons/get-comparison";
import { capitalise } from "@/lib/sentences/comparisons/reason-text";
import { absenceText, nameStatistic, verdictTitles } from "@/lib/sentences/comparisons/statistic-text";
import { createPathWithQuery, type DataCollector } from "./data-collector";

/** Collects the comparison of the window with the baseline of the investigation. */
export const baselineComparison: DataCollector = {
  title: "Comparison with the baseline",
  findObstacle: ({ baseline }) => {
    if (baseline === null) return "Choose the baseline of the investigation.";
    return baseline.isOfOtherDeployment
      ? "The baseline is of another deployment. Choose a baseline of a deployment of this investigation."
      : null;
  },
  read: async ({ deployment, window, investigation, principal, requestId, signal }) => {
    const sides = {
      before: `baseline:${investigation.baseline?.id ?? ""}`,
      after: `window:${deployment.slug}:${window.startMs}:${window.endMs}`,
    };
    const query = comparisonContract.query.parse(sides);
    const input = { params: {}, body: {}, principal, requestId, signal };
    const { result, sentence, asOfMs, after } = await getComparison({ ...input, query });
    if (result === null) return { reason: sentence, stale: null };
    const rows = listDecisiveRows(result);
    return {
      asOfMs,
      window: after.window,
      summary: sentence,
      values: rows.flatMap(toValues),
      omittedCount: result.rows.length - rows.length,
      stale: null,
      href: createPathWithQuery("/compare", sides),
      request: {
        method: "GET",
        path: createPathWithQuery(comparisonContract.path, sides),
        body: null,
      },
    };
  },
};

type Verdict = ComparisonResultEntry["decisive"][number]["verdict"];

interface DecisiveRow {
  readonly row: ComparedRowEntry;
  /** Verdict after the correction for several tests. */
  readonly verdict: Verdict;
}

/** Returns the rows that decide the overall verdict. The page of the comparison shows all rows. */
function listDecisiveRows({ rows, decisive }: ComparisonResultEntry): readonly DecisiveRow[] {
  return decisive.flatMap(({ signal, statistic, verdict }) => {
    const row = rows.find((one) => one.signal === signal && one.statistic === statistic);
    return row === undefined ? [] : [{ row, verdict }];
  });
}

function toValues({ row, verdict }: DecisiveRow): readonly CollectedValue[] {
  const name = capitalise(nameStatistic(row));
  return [
    toEstimate(`${name}, baseline`, row.before, row),
    toEstimate(`${name}, window`, row.after, row),
    toChange(`${name}, change`, row.comparison, verdictTitles[verdict]),
  ];
}

/** Returns the relative change with its verdict. Without a relative change, returns only the verdict. */
function toChange(
  label: string,
  { change, lower, upper }: JudgedChangeEntry,
  verdict: string,
): CollectedValue {
  if (change === null) return { kind: "text", label, text: verdict, atMs: null };
  return {
    kind: "number",
    label: `${label} (${verdict.toLowerCase()})`,
    value: change,
    interval: { lower, upper },
    n: null,
    unit: "ratio",
    displayUnit: "%",
  };
}

function toEstimate(
  label: string,
  estimate: ComparedRowEntry["before"],
  { unit, displayUnit }: Pick<ComparedRowEntry, "unit" | "displayUnit">,
): CollectedValue {
  if (estimate.kind === "absent") return { kind: "missing", label, reason: absenceText(estimate) };
  const { value, lower, upper, n } = estimate;
  return { kind: "number", label, value, interval: { lower, upper }, n, unit, displayUnit };
}
