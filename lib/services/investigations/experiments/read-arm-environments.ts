/** Reads the environment of an arm at the start and at the end of each window, and the changes between them. */
import type { ArmBlocks } from "@/lib/analysis/experiments/arm-blocks";
import { removeUnreportedFactor, listEventPaths } from "@/lib/analysis/experiments/arm-environment";
import type { MeasuredArm } from "@/lib/analysis/experiments/judge-experiment";
import { resolveEnvironment, type Environment } from "@/lib/model/baseline/environment";
import type { TimeWindow } from "@/lib/model/time-window";
import { readRows } from "@/lib/server/db/read-rows";
import {
  describeEnvironment,
  readEnvironmentChanges,
  readEnvironmentRecords,
} from "@/lib/services/baselines/read-environment";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readDeploymentFacts } from "@/lib/services/events/read-deployment-facts";
import type { ArmMeasurements } from "./read-arms";
import type { StoredArm } from "./read-baseline-arm";

/**
 * Returns the arm with its environment at the start and end of each window. Windows are limited to the blocks that were
 * used. A baseline has the environment that was stored with it. Throws database-unavailable.
 */
export async function readArmEnvironments(
  arm: ArmMeasurements,
  used: ArmBlocks,
  factorPath: string,
): Promise<MeasuredArm> {
  if (arm.stored !== null) return describeBaseline(arm, arm.stored);
  const endMs = (used.startsMs.at(-1) ?? 0) + used.measured.blockMs;
  const windows = arm.windows
    .filter(({ startMs }) => startMs < endMs)
    .map((window) => ({ startMs: window.startMs, endMs: Math.min(window.endMs, endMs) }));
  const limit = (environment: Environment): Environment =>
    arm.arm.selector === null ? environment : removeUnreportedFactor(environment, factorPath);
  const described = await Promise.all(
    windows.map(async (window) => {
      // The window is half-open: a change at its end belongs to the next window.
      const times = [window.startMs, window.endMs - 1];
      const [[start = {}, end = {}], events] = await Promise.all([
        Promise.all(times.map((atMs) => describeAt(arm, atMs))),
        readEvents(arm.deployment, window),
      ]);
      const paths = listEventPaths(events, start);
      return { environments: [limit(start), limit(end)], paths };
    }),
  );
  const changedPaths = [...new Set(described.flatMap(({ paths }) => paths))];
  return {
    ...arm,
    environments: described.flatMap(({ environments }) => environments),
    // Events describe the complete deployment, so they cannot state in which of its instances the factor changed.
    changedPaths: changedPaths.filter((path) => arm.arm.selector === null || path !== factorPath),
  };
}

/**
 * Returns a baseline arm with its stored environment and the paths that events changed within its window. The values at
 * the start of the window are those of earlier events and of the configuration file.
 */
async function describeBaseline(arm: ArmMeasurements, { document }: StoredArm): Promise<MeasuredArm> {
  const { deployment } = arm;
  const { window, environment } = document;
  const [changes, lastChanges, events] = await Promise.all([
    readEnvironmentChanges(deployment.id, window.startMs),
    readEnvironmentChanges(deployment.id, window.endMs - 1),
    readEvents(deployment, window),
  ]);
  const file = deployment.environment ?? {};
  const sources = { file, infoMetrics: {}, rooflineSetting: {}, observed: {} };
  const start = resolveEnvironment({ ...sources, changes }, window.startMs);
  const end = resolveEnvironment({ ...sources, changes: lastChanges }, window.endMs - 1);
  return {
    ...arm,
    environments: [undoChangesAt(window.endMs, environment, end)],
    changedPaths: listEventPaths(events, start),
  };
}

/**
 * Returns the stored environment without changes exactly at the end of the window, which belong to the next window. Earlier
 * releases stored them.
 */
function undoChangesAt(endMs: number, stored: Environment, before: Environment): Environment {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([path, value]) => {
      if (value.origin !== "event" || value.atMs !== endMs) return [[path, value]];
      const earlier = before[path];
      return earlier === undefined ? [] : [[path, earlier]];
    }),
  );
}

async function describeAt(
  { deployment, scope, blocks }: ArmMeasurements,
  atMs: number,
): Promise<Environment> {
  const [facts, records] = await Promise.all([
    readDeploymentFacts(deployment, atMs, scope),
    readEnvironmentRecords(deployment, atMs),
  ]);
  return describeEnvironment(records, { deployment, atMs, facts, measured: blocks.measured });
}

/** Returns the configuration events after the start of the window and before its end, in order of time. */
function readEvents({ id: deploymentId }: KnownDeployment, { startMs, endMs }: TimeWindow) {
  return readRows((database) =>
    database.event.findMany({
      where: {
        kind: "configuration",
        path: { not: null },
        at: { gt: new Date(startMs), lt: new Date(endMs) },
        OR: [{ deploymentId }, { deploymentId: null }],
      },
      orderBy: [{ at: "asc" }, { id: "asc" }],
      select: { path: true, fromValue: true, toValue: true },
    }),
  );
}
