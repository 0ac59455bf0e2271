/**
 * All statuses, worst first: a deployment has the first status whose condition matches. To add a status, add its file
 * and one line here. Ranks, ids, labels and the API's schema are derived from this list.
 */
import { assertPresent } from "@/lib/base/assert";
import { abortsStatus } from "./aborts";
import { batchSlotsStatus } from "./batch-slots";
import { cannotTellStatus } from "./cannot-tell";
import { errorsStatus } from "./errors";
import { instancesDownStatus } from "./instances-down";
import { kvPressureStatus } from "./kv-pressure";
import { noTrafficStatus } from "./no-traffic";
import { okStatus } from "./ok";
import { slowTpotStatus } from "./slow-tpot";
import { slowTtftStatus } from "./slow-ttft";
import { sourceDownStatus } from "./source-down";
import { stalledStatus } from "./stalled";
import type { StatusRule } from "./status-rule";

const list = [
  sourceDownStatus,
  stalledStatus,
  instancesDownStatus,
  kvPressureStatus,
  batchSlotsStatus,
  errorsStatus,
  slowTtftStatus,
  slowTpotStatus,
  abortsStatus,
  cannotTellStatus,
  noTrafficStatus,
  okStatus,
] as const;

/** Id of a status of a deployment. */
export type StatusId = (typeof list)[number]["id"];
/** All statuses of deployments, worst first. */
export const statuses: readonly StatusRule<StatusId>[] = list;
/** Ids of all statuses, worst first. */
export const statusIds = statuses.map(({ id }) => id);

/** Returns the rule of a status: its condition, label and sentence. */
export function statusRule(id: StatusId): StatusRule<StatusId> {
  return assertPresent(
    statuses.find((one) => one.id === id),
    `${id} is listed`,
  );
}
