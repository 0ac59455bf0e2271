/**
 * All statuses, worst first: a deployment has the first status whose condition matches. To add a status, add its file
 * and one line here. Ranks, ids, labels and the API's schema are derived from this list.
 */
import { assertPresent } from "@/lib/base/assert";
import { aborts } from "./aborts";
import { batchSlots } from "./batch-slots";
import { cannotTell } from "./cannot-tell";
import { errors } from "./errors";
import { instancesDown } from "./instances-down";
import { kvPressure } from "./kv-pressure";
import { noTraffic } from "./no-traffic";
import { ok } from "./ok";
import { slowTpot } from "./slow-tpot";
import { slowTtft } from "./slow-ttft";
import { sourceDown } from "./source-down";
import { stalled } from "./stalled";
import type { StatusRule } from "./status-rule";

const list = [
  sourceDown,
  stalled,
  instancesDown,
  kvPressure,
  batchSlots,
  errors,
  slowTtft,
  slowTpot,
  aborts,
  cannotTell,
  noTraffic,
  ok,
] as const;

export type StatusId = (typeof list)[number]["id"];
export const statuses: readonly StatusRule<StatusId>[] = list;
export const statusIds = statuses.map(({ id }) => id);

/** Returns the rule of a status. */
export function statusRule(id: StatusId): StatusRule<StatusId> {
  return assertPresent(
    statuses.find((one) => one.id === id),
    `${id} is listed`,
  );
}
