/**
 * Conditions of individual instances. They are checked per instance, because requests of one instance do not wait for
 * the KV cache of another instance.
 */
import type { Limits } from "@/lib/model/deployment/limits";
import { isWaitingForCache } from "./cache-pressure";
import type { InstanceNumbers, StatusNumbers } from "./status-facts";

type Instances = Pick<StatusNumbers, "instances">;

const isPositive = (value: number | null): boolean => value !== null && value > 0;

function isBusy({ minRunning, minWaiting }: InstanceNumbers): boolean {
  return isPositive(minRunning) || isPositive(minWaiting);
}

/** Returns whether the gauge of an instance is frozen: neither it nor any other metric changed for ten minutes. */
function isFrozen(one: InstanceNumbers): boolean {
  const { requestActivity, tokens } = one;
  if (requestActivity === null || isPositive(tokens) || !isBusy(one)) return false;
  return Object.values(requestActivity).every((count) => count === 0);
}

function isHung(one: InstanceNumbers): boolean {
  const hasNoProgress = one.tokens === 0 && !isPositive(one.successes);
  return one.hasFullWindow && isBusy(one) && hasNoProgress && !isFrozen(one);
}

/** Returns the instances with requests in flight that generated no token and finished no request. */
export function findHungInstances({ instances = [] }: Instances): readonly InstanceNumbers[] {
  return instances.filter(isHung);
}

/** Returns the instances whose running gauge is frozen. */
export function findFrozenInstances({ instances = [] }: Instances): readonly InstanceNumbers[] {
  return instances.filter(isFrozen);
}

function isUnderPressure(one: InstanceNumbers, limits: Limits): boolean | null {
  const { minWaiting, meanKvUsageRatio, preemptionsPerSecond } = one;
  return isWaitingForCache(
    { waitingRequests: minWaiting, kvUsageRatio: meanKvUsageRatio, preemptionsPerSecond },
    limits,
  );
}

/**
 * Returns the instances whose requests wait for space in the KV cache. Null if no instance exposes cache
 * usage and waiting requests.
 */
export function findInstancesWaitingForCache(
  { instances = [] }: Instances,
  limits: Limits,
): readonly InstanceNumbers[] | null {
  const judged = instances.map((one) => ({ one, isPressured: isUnderPressure(one, limits) }));
  if (judged.every(({ isPressured }) => isPressured === null)) return null;
  return judged.flatMap(({ one, isPressured }) => (isPressured === true ? [one] : []));
}

/**
 * Returns the instances whose requests wait for a slot of a full batch, although their KV cache is not full.
 * Null if no instance exposes running and waiting requests.
 */
export function findInstancesWithFullBatch(
  { instances = [] }: Instances,
  limits: Limits,
): readonly InstanceNumbers[] | null {
  const known = instances.filter(({ minRunning, minWaiting }) => minRunning !== null && minWaiting !== null);
  if (known.length === 0) return null;
  return known.filter(
    (one) =>
      [one.minWaiting, one.constantRunning, one.finished].every(isPositive) &&
      isUnderPressure(one, limits) !== true,
  );
}

/**
 * The deployment, or one of its instances, that has problems at present. Its history shows when these problems began.
 */
export interface AffectedScope {
  /** Null for the complete deployment. */
  readonly instance: string | null;
  /**
   * Number of running requests of the full batch. Null if no batch is full, or if the history contains further
   * instances.
   */
  readonly fullBatchSize: number | null;
}

/** Maximum number of instances whose history is read. More instances would need too many queries. */
const maxAffectedInstances = 4;

/**
 * Returns the affected instances, whose histories show when the present problems began. Returns the
 * deployment if no instance or too many are affected. Gauges of several instances are not combined, because
 * the queue of one instance and the full cache of another are not a problem.
 */
export function findAffectedScopes(numbers: StatusNumbers, limits: Limits): readonly AffectedScope[] {
  const { instances = [], constantRunning } = numbers;
  const full = findInstancesWithFullBatch(numbers, limits);
  const affected = new Set([
    ...findHungInstances(numbers),
    ...(findInstancesWaitingForCache(numbers, limits) ?? []),
    ...(full ?? []),
  ]);
  const parts = [...affected].flatMap((one): readonly AffectedScope[] =>
    one.instance === null
      ? []
      : [
          {
            instance: one.instance,
            fullBatchSize: full?.includes(one) === true ? one.constantRunning : null,
          },
        ],
  );
  if (instances.length > 1 && parts.length > 0 && parts.length <= maxAffectedInstances) return parts;
  const isEachFull = full === null || full.length === instances.length;
  return [{ instance: null, fullBatchSize: isEachFull ? constantRunning : null }];
}
