/** Reads the context of a problem: its start, the event before it, the usual range and the affected requests. */
import { limitDefinition } from "@/lib/model/deployment/limits";
import type { DownSince } from "@/lib/model/reading";
import type {
  Fact,
  PrecedingEvent,
  ShareRange,
  UnknownFact,
  UsualLimits,
  ProblemFacts,
} from "@/lib/model/status/problem-facts";
import type { UsualRange } from "@/lib/analysis/statistics/usual-range";
import { nowMs } from "@/lib/server/clock";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findEventBefore } from "@/lib/services/events/find-event-before";
import { readUsualRangeAt } from "@/lib/services/signals/read-usual-ranges";
import { statusRule, type StatusId } from "@/lib/status/statuses";
import { factWaitMs, readProblemStart, type ProblemRequest, type ProblemResult } from "./read-problem-start";

/** Time before the problem in which an event is a possible cause. An older event is not a likely cause. */
const eventWindowMs = 3_600_000;

/** Status of a deployment with a problem, for which facts are collected. */
export interface ProblemFactsRequest extends ProblemRequest {
  readonly status: StatusId;
  /** Time since which instances are down; null if none is down. */
  readonly downSince: DownSince | null;
  readonly leaveSignal: AbortSignal;
}

/**
 * Collects facts about a problem: its start, the event before it, the usual range and the affected requests.
 * A fact that cannot be read has the reason. Never rejects.
 */
export async function collectProblemFacts(
  deployment: KnownDeployment,
  { status, downSince, leaveSignal, ...problem }: ProblemFactsRequest,
): Promise<ProblemFacts> {
  const atMs = problem.endMs ?? nowMs();
  const [{ since, event, affected }, usual] = await Promise.all([
    readStart(deployment, { status, downSince, leaveSignal, ...problem }, atMs),
    readUsual(deployment, { status, problem, atMs, leaving: leaveSignal }),
  ]);
  return { since, event, usual, affected };
}

type StartFacts = Pick<ProblemFacts, "since" | "event" | "affected">;

async function readStart(
  deployment: KnownDeployment,
  { status, downSince, leaveSignal, ...problem }: ProblemFactsRequest,
  atMs: number,
): Promise<StartFacts> {
  const result = await readProblemStart(deployment, problem, leaveSignal);
  const since = status === "instances-down" && downSince !== null ? known(downSince) : toSince(result, atMs);
  return {
    since,
    event: await readEvent(deployment, {
      status,
      since,
      waitMs: factWaitMs(problem.endMs),
      leaving: leaveSignal,
    }),
    affected: statusRule(status).subjectLimit === "ttftP95Seconds" ? toAffected(result) : null,
  };
}

function toSince(result: ProblemResult | UnknownFact, atMs: number): Fact<DownSince> {
  if ("reason" in result) return result;
  const { start } = result;
  switch (start.kind) {
    case "unknown":
      return unknown(
        "The newest values show this problem, but the one-minute history of the last six hours does not show it yet.",
      );
    case "at-least":
      return known({ kind: "at-least", elapsedMs: atMs - start.fromMs });
    case "since":
      return known({ ...start, elapsedMs: atMs - start.atMs });
  }
}

function toAffected(result: ProblemResult | UnknownFact): Fact<ShareRange> {
  if ("reason" in result) return result;
  if (result.affected === null) return unknown("No TTFT histogram covers the requests since the start.");
  return result.affected.lowerRatio === 0 && result.affected.upperRatio > 0
    ? unknown(
        "The TTFT limit is inside a bucket of the histogram, so the requests above it cannot be counted.",
      )
    : known(result.affected);
}

interface EventRead {
  readonly status: StatusId;
  readonly since: Fact<DownSince>;
  readonly waitMs: number;
  readonly leaving: AbortSignal;
}

async function readEvent(
  { id }: KnownDeployment,
  { status, since, waitMs, leaving }: EventRead,
): Promise<Fact<PrecedingEvent>> {
  if (since.kind !== "known") return since;
  if (since.value.kind === "at-least") return unknown("It is not known when the problem started.");
  const { atMs, withinMs } = since.value;
  const search = {
    deploymentId: id,
    startMs: atMs - eventWindowMs,
    endMs: atMs + withinMs,
    // The outage itself is recorded as a scaling event, which must not count as its cause.
    isScalingExcluded: status === "instances-down",
  };
  const outcome = await waitOrReturnPending(waitMs, () => findEventBefore(search), leaving);
  if (outcome.kind === "pending") return { kind: "pending", reason: "The events are still being read." };
  if (outcome.kind !== "done") return unknown("The events could not be read.");
  const event = outcome.value;
  if (event === undefined)
    return unknown("No deploy, configuration change, scaling or exclusion was recorded in the hour before.");
  return known({ ...event, beforeMs: Math.max(0, atMs - event.atMs) });
}

interface UsualRead {
  readonly status: StatusId;
  readonly problem: ProblemRequest;
  readonly atMs: number;
  readonly leaving: AbortSignal;
}

async function readUsual(
  deployment: KnownDeployment,
  { status, problem, atMs, leaving }: UsualRead,
): Promise<Fact<UsualLimits> | null> {
  const { subjectLimit } = statusRule(status);
  const judges = subjectLimit === undefined ? null : limitDefinition(subjectLimit).judges;
  // The sentence about unusual aborts already contains their usual range.
  if (judges === null || status === "aborts") return null;
  if (judges.signal === "ttft" && problem.ttftSlug !== deployment.slug)
    return unknown("TTFT is measured at a gateway. See its usual range on the Signals page of the gateway.");
  const time = { atMs, isPast: problem.endMs !== null, leaving };
  const usual = await readUsualRangeAt(deployment, [judges.signal, judges.statistic], time);
  if (usual === "pending")
    return { kind: "pending", reason: "The history of the past weeks is still being read." };
  if (usual === undefined)
    return unknown("The history of the past weeks has no values, or could not be read.");
  if (usual.kind === "learning") return toMissingUsual(usual);
  return known({ lower: Math.max(0, usual.lower), upper: Math.max(0, usual.upper) });
}

/** If enough hours are known, but too few at a similar load, the reason is the load. */
function toMissingUsual({
  n,
  required,
  otherLoadCount = 0,
}: Extract<UsualRange, { kind: "learning" }>): UnknownFact {
  return n + otherLoadCount < required
    ? { kind: "learning", reason: `${n} of ${required} hours are known.` }
    : unknown(
        `The load is unusual: ${n} past hours had a similar number of requests, ${required} are required.`,
      );
}

const known = <T>(value: T): Fact<T> => ({ kind: "known", value });
const unknown = (reason: string): UnknownFact => ({ kind: "unknown", reason });
