/** Workers that belong to a deployment although they expose no metrics of its engine, such as prefill workers of Dynamo. */
import { z } from "zod";

/** Schema of a worker: the labels that identify its target. */
export const stackWorker = z.object({ job: z.string(), instance: z.string() });

/** Target of a worker that exposes no metrics of the engine. */
export type StackWorker = Readonly<z.infer<typeof stackWorker>>;

interface DeploymentTargets {
  readonly instances?: readonly string[];
  readonly workers?: readonly StackWorker[];
}

/** Returns the number of instances of a deployment, with its workers that expose no metrics of the engine. */
export function countInstances({ instances = [], workers = [] }: DeploymentTargets): number {
  return instances.length + workers.length;
}

/** Returns the workers to which one of `targets` belongs, according to its labels. */
export function findWorkersAmong(
  workers: readonly StackWorker[],
  targets: readonly { readonly labels: Readonly<Record<string, string>> }[],
): readonly StackWorker[] {
  return workers.filter(({ job, instance }) =>
    targets.some(({ labels }) => (labels["job"] ?? "") === job && labels["instance"] === instance),
  );
}

/** Returns the workers without duplicates, sorted by their targets. */
export function joinWorkers(workers: readonly StackWorker[]): readonly StackWorker[] {
  const byTarget = new Map(workers.map((one) => [JSON.stringify([one.job, one.instance]), one]));
  return [...byTarget].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one);
}
