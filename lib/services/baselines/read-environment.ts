/** Reads the environment of a deployment at a time from its events, the configuration file, metrics and its setting. */
import {
  resolveEnvironment,
  type Environment,
  type EnvironmentChange,
  type EnvironmentValues,
} from "@/lib/model/baseline/environment";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { toMeasuredEnvironment } from "@/lib/model/baseline/measured-environment";
import type { DeploymentFacts } from "@/lib/model/deployment/deployment-facts";
import { parseStoredChoice, type RooflineChoice } from "@/lib/model/roofline/roofline-choice";
import { readRows } from "@/lib/server/db/read-rows";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readDeviceEnvironmentOrEmpty } from "./read-devices";

/** Paths of the operator's choices in the roofline setting. */
const choicePaths = {
  accelerator: "gpu.model",
  acceleratorCount: "gpu.count",
  weights: "quantisation",
  kv: "engine.flags.kv_cache_dtype",
  tensorParallel: "engine.flags.tensor_parallel_size",
  pipelineParallel: "engine.flags.pipeline_parallel_size",
  isChunked: "engine.flags.enable_chunked_prefill",
  stepTokenBudget: "engine.flags.max_num_batched_tokens",
  maxBatch: "engine.flags.max_num_seqs",
} as const satisfies { readonly [Name in keyof RooflineChoice]?: string };

/**
 * Sources of environment values other than the engine's metrics: recorded changes, the accelerators that
 * exporters report, and the model and accelerator that were chosen on the Roofline page.
 */
export interface EnvironmentRecords {
  readonly changes: readonly EnvironmentChange[];
  readonly devices: EnvironmentValues;
  readonly chosen: RooflineChoice;
}

/**
 * Reads the changes that were recorded until `atMs`, the accelerators at `atMs`, and the model and accelerator that
 * are now chosen on the Roofline page. Throws database-unavailable.
 */
export async function readEnvironmentRecords(
  deployment: KnownDeployment,
  atMs: number,
): Promise<EnvironmentRecords> {
  const [changes, devices, choice] = await Promise.all([
    readEnvironmentChanges(deployment.id, atMs),
    readDeviceEnvironmentOrEmpty(deployment, atMs),
    readRows((database) =>
      database.rooflineSetting.findFirst({
        where: { deploymentId: deployment.id },
        orderBy: { version: "desc" },
        select: { document: true },
      }),
    ),
  ]);
  return { changes, devices, chosen: choice === null ? {} : parseStoredChoice(choice.document).chosen };
}

/** Values of a deployment's environment that the engine's metrics report at one time. */
export interface ObservedEnvironment {
  readonly deployment: KnownDeployment;
  readonly atMs: number;
  /** Facts at that time; undefined if the source did not report them. */
  readonly facts: DeploymentFacts | undefined;
  /** Measured blocks of the window that ends at that time. */
  readonly measured: MeasuredBlocks;
}

/** Merges all sources into the environment of a deployment: its versions, flags and hardware. */
export function describeEnvironment(
  { changes, devices, chosen }: EnvironmentRecords,
  { deployment, atMs, facts, measured }: ObservedEnvironment,
): Environment {
  return resolveEnvironment(
    {
      changes,
      file: deployment.environment ?? {},
      infoMetrics: { ...devices, ...listInfoValues(facts) },
      rooflineSetting: listChoices(chosen),
      observed: { ...listObserved(deployment), ...toMeasuredEnvironment(measured) },
    },
    atMs,
  );
}

/** Returns the newest recorded change of each path until `atMs`. Throws database-unavailable. */
export async function readEnvironmentChanges(
  deploymentId: string,
  atMs: number,
): Promise<readonly EnvironmentChange[]> {
  const rows = await readRows((database) =>
    database.event.findMany({
      where: {
        kind: "configuration",
        path: { not: null },
        at: { lte: new Date(atMs) },
        OR: [{ deploymentId }, { deploymentId: null }],
      },
      // Only the newest event of a path states its present value.
      distinct: ["path"],
      orderBy: [{ at: "desc" }, { id: "desc" }],
      select: { path: true, at: true, toValue: true },
    }),
  );
  return rows.flatMap(({ path, at, toValue }) =>
    path === null ? [] : [{ path, atMs: at.getTime(), toValue }],
  );
}

function listInfoValues(facts: DeploymentFacts | undefined): EnvironmentValues {
  const values: Record<string, string> = {};
  for (const [flag, each] of Object.entries(facts?.flags ?? {})) {
    const path = `engine.flags.${flag.replaceAll(/[^\w-]/g, "_")}`;
    values[path] = each.join(", ").slice(0, 500);
  }
  if (facts?.versions !== null && facts?.versions !== undefined)
    values["engine.version"] = facts.versions.join(", ").slice(0, 500);
  return values;
}

function listChoices(chosen: RooflineChoice): EnvironmentValues {
  return Object.fromEntries(
    Object.entries(choicePaths).flatMap(([name, path]) => {
      const value = chosen[name as keyof typeof choicePaths];
      return value === undefined ? [] : [[path, String(value)]];
    }),
  );
}

function listObserved({ model, engine, engineVersion }: KnownDeployment): EnvironmentValues {
  return {
    model,
    "engine.name": engine,
    ...(engineVersion === null ? {} : { "engine.version": engineVersion }),
  };
}
