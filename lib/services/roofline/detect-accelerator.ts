/** What accelerators a deployment runs on and how they make instances: as chosen, else from what its exporter tells. */
import { acceleratorsByDevice } from "@/lib/analysis/roofline/accelerators/find-accelerator";
import { exporterById } from "@/lib/engines";
import type { Accelerator } from "@/lib/model/accelerator";
import type { ObservedDevice, ObservedFacts } from "@/lib/semantic/roofline/plan-facts";
import {
  assumedFact,
  chosenFact,
  detectedFact,
  unknownFact,
  valueOf,
  type Chosen,
  type Fact,
} from "./setting-facts";

export interface AcceleratorValue {
  readonly id: string;
  readonly title: string;
}

const titled = ({ id, name }: Accelerator): AcceleratorValue => ({ id, title: name });
const deviceEvidence = ({ exporter, name, count }: ObservedDevice): string =>
  `${exporterById(exporter).title} names ${count} × “${name}”.`;

export function acceleratorFact(
  { chosen, since }: Chosen,
  { devices }: ObservedFacts,
  table: readonly Accelerator[],
): Fact<AcceleratorValue> {
  const [device, ...otherDevices] = devices;
  const mixed =
    otherDevices.length === 0
      ? []
      : [`There are others beside it: ${otherDevices.map(deviceEvidence).join(" ")}`];
  const row = table.find(({ id }) => id === chosen.accelerator);
  const match =
    device === undefined
      ? null
      : acceleratorsByDevice({ name: device.name, migProfile: device.migProfile ?? undefined }, table);
  if (row !== undefined) {
    const warnings = device === undefined || match === null ? [] : contradictingDevice(row, device, match);
    return chosenFact(titled(row), since.accelerator, [...warnings, ...mixed]);
  }
  if (device === undefined || match === null)
    return unknownFact("No exporter of accelerators was joined to this deployment, so nothing names them.");
  const proposals = (rows: readonly Accelerator[]) =>
    rows.map((one) => ({ value: titled(one), title: one.name, why: deviceEvidence(device) }));
  switch (match.kind) {
    case "one":
      return detectedFact(titled(match.accelerator), deviceEvidence(device), mixed);
    case "several":
      return unknownFact(
        `${deviceEvidence(device)} That may be any of ${match.accelerators.length}.`,
        proposals(match.accelerators),
      );
    case "mig-instance":
      return unknownFact(
        `${deviceEvidence(device)} It is a slice of one, whose share of the peaks is not known.`,
        proposals(match.accelerators),
      );
    case "none":
      return unknownFact(`${deviceEvidence(device)} The table has no such accelerator; add it.`);
  }
}

function contradictingDevice(
  row: Accelerator,
  device: ObservedDevice,
  match: ReturnType<typeof acceleratorsByDevice>,
): readonly string[] {
  const named = match.kind === "one" ? [match.accelerator] : match.kind === "none" ? [] : match.accelerators;
  return named.length === 0 || named.some(({ id }) => id === row.id) ? [] : [deviceEvidence(device)];
}

const countText = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export interface CountFacts {
  readonly acceleratorCount: Fact<number>;
  readonly tensorParallel: Fact<number>;
  readonly pipelineParallel: Fact<number>;
  /** Null while a count is unknown, or they cannot go together. */
  readonly replicas: number | null;
}

export function countFacts({ chosen, since }: Chosen, { devices, engines }: ObservedFacts): CountFacts {
  const pipelineParallel =
    chosen.pipelineParallel === undefined
      ? assumedFact(1, "Nothing tells a pipeline; most deployments have none.")
      : chosenFact(chosen.pipelineParallel, since.pipelineParallel);
  const pipeline = valueOf(pipelineParallel) ?? 1;
  const observedCount = devices.reduce((sum, { count }) => sum + count, 0);
  const acceleratorCount = countFact({ chosen, since }, { observedCount, engines, pipeline });
  const count = valueOf(acceleratorCount);
  const tensorParallel = tensorFact({ chosen, since }, { count, engines, pipeline });
  const each = (valueOf(tensorParallel) ?? Number.NaN) * pipeline;
  const shared = count === null ? Number.NaN : count / each;
  // Engines that are seen are those whose rates are summed; one that is down leaves its accelerators behind.
  const usesConfiguredCount = chosen.acceleratorCount !== undefined || engines === null;
  const replicas = usesConfiguredCount || Number.isNaN(each) ? shared : engines;
  return {
    acceleratorCount,
    tensorParallel,
    pipelineParallel,
    replicas: Number.isInteger(replicas) && replicas > 0 ? replicas : null,
  };
}

function countFact(
  { chosen, since }: Chosen,
  {
    observedCount,
    engines,
    pipeline,
  }: { readonly observedCount: number; readonly engines: number | null; readonly pipeline: number },
): Fact<number> {
  const joined = `${observedCount} of them are joined to this deployment.`;
  if (chosen.acceleratorCount !== undefined) {
    const differs = observedCount > 0 && observedCount !== chosen.acceleratorCount ? [joined] : [];
    return chosenFact(chosen.acceleratorCount, since.acceleratorCount, differs);
  }
  if (observedCount > 0) return detectedFact(observedCount, joined);
  if (chosen.tensorParallel !== undefined && engines !== null)
    return detectedFact(
      chosen.tensorParallel * pipeline * engines,
      `${countText(engines, "engine")} ${engines === 1 ? "is" : "are"} seen, each on ${chosen.tensorParallel * pipeline}.`,
    );
  return unknownFact("Nothing tells how many accelerators there are.");
}

function tensorFact(
  { chosen, since }: Chosen,
  {
    count,
    engines,
    pipeline,
  }: { readonly count: number | null; readonly engines: number | null; readonly pipeline: number },
): Fact<number> {
  if (chosen.tensorParallel !== undefined) {
    const each = chosen.tensorParallel * pipeline;
    const differs =
      count !== null && engines !== null && count !== each * engines
        ? [
            `${countText(engines, "engine")} on ${each} each would be ${countText(engines * each, "accelerator")}, not ${count}.`,
          ]
        : [];
    return chosenFact(chosen.tensorParallel, since.tensorParallel, differs);
  }
  const each = count === null || engines === null ? Number.NaN : count / engines / pipeline;
  if (Number.isInteger(each) && each > 0 && count !== null && engines !== null)
    return detectedFact(
      each,
      `${countText(count, "accelerator")} ${count === 1 ? "serves" : "serve"} ${countText(engines, "engine")}.`,
    );
  return unknownFact(
    count === null || engines === null
      ? "Nothing tells how many accelerators make one instance."
      : `${countText(count, "accelerator")} cannot be shared out evenly to ${countText(engines, "engine")}.`,
    [1, 2, 4, 8].map((value) => ({ value, title: String(value), why: "usual" })),
  );
}
