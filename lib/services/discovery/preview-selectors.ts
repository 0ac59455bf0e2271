/** What a choice would show before it is saved: headline readings and servers of a deployment as it would be then. */
import type { previewContract } from "@/lib/contracts/discovery";
import { AppError } from "@/lib/model/app-error";
import type { Question, Statistic } from "@/lib/model/question";
import type { Reading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import {
  effectiveDeployment,
  type DeploymentRecord,
  type KnownDeployment,
} from "@/lib/services/deployments/effective-deployments";
import { knownDeployments } from "@/lib/services/deployments/known-deployments";
import { readInstancesOf } from "@/lib/services/deployments/serving-groups";
import { answerAbout } from "@/lib/services/signals/answer-question";

const window = { from: "now-15m", to: "now" } as const;
/** The series behind the headlines are asked for too; a preview needs few of their points. */
const maxPoints = 30;

/** Throws not-found for an unknown deployment, invalid-input for a merge of two engines, what the source's client throws. */
export const previewSelectors: Handler<typeof previewContract> = async ({ body, signal }) => {
  const { records } = await knownDeployments();
  const record = recordOf(records, body.deployment);
  const joined = body.mergeWith.map((id) => recordOf(records, id));
  const parts = records.filter(({ mergedInto }) => [record, ...joined].some(({ id }) => id === mergedInto));
  if (joined.some(({ metricsSource }) => metricsSource !== record.metricsSource))
    throw new AppError("invalid-input", "only deployments of one source can be merged");
  const edits = { ...record.edits, ...(body.pools === undefined ? {} : { pools: body.pools }) };
  const known = effectiveDeployment({ ...record, edits }, [
    ...joined.filter(({ engine }) => engine === record.engine),
    ...parts,
  ]);
  // Names kept from elsewhere would hide those of the series that the selectors find.
  const deployment: KnownDeployment = { ...known, metricNames: [] };
  const read = (id: SignalId, statistic: Statistic) => headline(deployment, id, statistic, signal);
  const [instances, ttftP95, requestRate, running, kvUsage] = await Promise.all([
    readInstancesOf(deployment),
    read("ttft", "p95"),
    read("requests", "rate"),
    read("running", "value"),
    read("kv-usage", "value"),
  ]);
  return { asOfMs: nowMs(), instances, readings: { ttftP95, requestRate, running, kvUsage } };
};

function recordOf(records: readonly DeploymentRecord[], id: string): DeploymentRecord {
  const found = records.find((one) => one.id === id);
  if (found === undefined) throw new AppError("not-found", `there is no deployment ${id}`);
  return found;
}

async function headline(
  deployment: KnownDeployment,
  signalId: SignalId,
  statistic: Statistic,
  signal: AbortSignal,
): Promise<Reading> {
  const question: Question = {
    v: 1,
    signals: [signalId],
    statistics: [statistic],
    scope: { deployment: deployment.slug },
    window,
  };
  const { series } = await answerAbout(deployment, question, { maxPoints, signal });
  return series[0]?.headline ?? { kind: "absent", reason: "not-yet-known", detail: "No series answered." };
}
