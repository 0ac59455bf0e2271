/** Handler of the result of an experiment. After the decision, the stored result is returned. */
import type { experimentResultContract } from "@/lib/contracts/investigations/experiments";
import { experimentResult } from "@/lib/model/investigation/experiments/experiment-schema";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { findInvestigationId } from "../find-investigation";
import { withdrawOutdatedResultVerdicts } from "../validation/withdraw-outdated-verdicts";
import { evaluateExperiment } from "./evaluate-experiment";
import { findExperiment, parsePlan } from "./experiment-row";
import { findHiddenBaselines, hideResult } from "./hidden-baselines";

/** Returns the result of an experiment as of now. Throws not-found and database-unavailable. */
export const getExperimentResult: Handler<typeof experimentResultContract> = async ({
  params,
  principal,
  requestId,
  signal,
}) => {
  const { row, hidden } = await readRows(async (database) => {
    const investigationId = await findInvestigationId(database, params.number, principal);
    const found = await findExperiment(database, params.experimentId, investigationId);
    return { row: found, hidden: await findHiddenBaselines(database, [parsePlan(found)], principal) };
  });
  const stored = experimentResult.safeParse(row.result);
  const result = stored.success
    ? hideResult(withdrawOutdatedResultVerdicts(stored.data), parsePlan(row), hidden)
    : (await evaluateExperiment({ row, reader: principal, requestId, signal })).result;
  return { asOfMs: nowMs(), isLive: row.state === "running", result };
};
