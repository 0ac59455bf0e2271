/** Reads the data check of a deployment with the handler of its endpoint, and lists its outcomes. */
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { DataCheckResponse } from "@/lib/contracts/data-check";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { checkData } from "@/lib/services/data-check/check-data";
import type { AnswerOutcome, AnswerReadContext } from "./answer-outcome";

/** Returns the outcome of every query of the deployment now. The check has no other window. */
export async function readDataCheckAnswer(
  { deployment }: QuestionOf<"data-check">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const query = { deployment };
  const check = await checkData({ params: {}, query, body: {}, principal, signal, requestId });
  const endMs = check.asOfMs;
  return {
    kind: "answered",
    data: { endpoint: "data-check", check },
    window: { startMs: endMs - evaluationWindows.headlineWindowMs, endMs },
  };
}

/** Returns the outcome of each signal with its reason. The values change all the time, so they are not compared. */
export function listDataCheckComparedValues({
  rows,
}: ReadonlyDeep<DataCheckResponse>): readonly ComparedValueGroup[] {
  const describe = ({ outcome, reason }: (typeof rows)[number]): string => {
    if (reason === null) return outcome;
    return outcome === "without-data" ? reason : `${outcome}, ${reason}`;
  };
  return [{ name: "Signals", values: new Map(rows.map((row) => [row.signal, describe(row)])) }];
}
