/**
 * Determines the accelerators of a deployment and how instances share them: chosen values first, then exporter
 * metrics.
 */
import { matchAccelerators } from "@/lib/analysis/roofline/accelerators/find-accelerator";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { ObservedDevice } from "@/lib/semantic/roofline/plan-devices";
import type { ObservedHardwareFacts } from "@/lib/semantic/roofline/plan-facts";
import { acceleratorText, countText, deviceText } from "@/lib/sentences/roofline/setting-text";
import {
  createAssumedFact,
  createChosenFact,
  createDetectedFact,
  createUnknownFact,
  findKnownValue,
  type OperatorChoices,
  type SettingFact,
} from "./setting-facts";

/** Accelerator of the table, by id and title. */
export interface AcceleratorValue {
  readonly id: string;
  readonly title: string;
}

const titled = ({ id, name }: Accelerator): AcceleratorValue => ({ id, title: name });

/**
 * Determines the accelerator of a deployment: the chosen accelerator, or the accelerator that an exporter reports. Warns
 * if they differ.
 */
export function detectAccelerator(
  { chosen, chosenSince }: OperatorChoices,
  { devices }: ObservedHardwareFacts,
  accelerators: readonly Accelerator[],
): SettingFact<AcceleratorValue> {
  const [device, ...otherDevices] = devices;
  const mixed = otherDevices.length === 0 ? [] : [acceleratorText.otherDevices(otherDevices)];
  const row = accelerators.find(({ id }) => id === chosen.accelerator);
  const match =
    device === undefined
      ? null
      : matchAccelerators({ name: device.name, migProfile: device.migProfile ?? undefined }, accelerators);
  if (row !== undefined) {
    const warnings = device === undefined || match === null ? [] : contradictingDevice(row, device, match);
    return createChosenFact(titled(row), chosenSince.accelerator, [...warnings, ...mixed]);
  }
  if (device === undefined || match === null) return createUnknownFact(acceleratorText.noExporter);
  const proposals = (rows: readonly Accelerator[]) =>
    rows.map((one) => ({ value: titled(one), title: one.name, why: deviceText(device) }));
  switch (match.kind) {
    case "one":
      return createDetectedFact(titled(match.accelerator), deviceText(device), mixed);
    case "several":
      return createUnknownFact(
        acceleratorText.severalMatches(device, match.accelerators.length),
        proposals(match.accelerators),
      );
    case "mig-instance":
      return createUnknownFact(acceleratorText.migInstance(device), proposals(match.accelerators));
    case "none":
      return createUnknownFact(acceleratorText.noMatch(device));
  }
}

function contradictingDevice(
  row: Accelerator,
  device: ObservedDevice,
  match: ReturnType<typeof matchAccelerators>,
): readonly string[] {
  const named = match.kind === "one" ? [match.accelerator] : match.kind === "none" ? [] : match.accelerators;
  return named.length === 0 || named.some(({ id }) => id === row.id) ? [] : [deviceText(device)];
}

/** Number of accelerators of a deployment and how they share the model. */
export interface DetectedCounts {
  readonly acceleratorCount: SettingFact<number>;
  readonly tensorParallel: SettingFact<number>;
  readonly pipelineParallel: SettingFact<number>;
  /** Null while a count is unknown, or when the counts contradict each other. */
  readonly replicas: number | null;
}

/**
 * Determines the number of accelerators, tensor-parallel ranks and pipeline stages, from choices of people
 * and from metrics.
 */
export function detectCounts(
  { chosen, chosenSince }: OperatorChoices,
  { devices, engineCount }: ObservedHardwareFacts,
): DetectedCounts {
  const pipelineParallel =
    chosen.pipelineParallel === undefined
      ? createAssumedFact(1, countText.pipelineAssumed)
      : createChosenFact(chosen.pipelineParallel, chosenSince.pipelineParallel);
  const pipeline = findKnownValue(pipelineParallel) ?? 1;
  const observedCount = devices.reduce((sum, { count }) => sum + count, 0);
  const acceleratorCount = countFact(
    { chosen, chosenSince },
    { observedCount, engines: engineCount, pipeline },
  );
  const count = findKnownValue(acceleratorCount);
  const tensorParallel = tensorFact({ chosen, chosenSince }, { count, engines: engineCount, pipeline });
  const each = (findKnownValue(tensorParallel) ?? Number.NaN) * pipeline;
  const shared = count === null ? Number.NaN : count / each;
  // The rates are sums over the observed engines. An engine that is down leaves its accelerators idle.
  const usesConfiguredCount = chosen.acceleratorCount !== undefined || engineCount === null;
  const replicas = usesConfiguredCount || Number.isNaN(each) ? shared : engineCount;
  return {
    acceleratorCount,
    tensorParallel,
    pipelineParallel,
    replicas: Number.isInteger(replicas) && replicas > 0 ? replicas : null,
  };
}

function countFact(
  { chosen, chosenSince }: OperatorChoices,
  {
    observedCount,
    engines,
    pipeline,
  }: { readonly observedCount: number; readonly engines: number | null; readonly pipeline: number },
): SettingFact<number> {
  const joined = countText.reported(observedCount);
  if (chosen.acceleratorCount !== undefined) {
    const differs = observedCount > 0 && observedCount !== chosen.acceleratorCount ? [joined] : [];
    return createChosenFact(chosen.acceleratorCount, chosenSince.acceleratorCount, differs);
  }
  if (observedCount > 0) return createDetectedFact(observedCount, joined);
  if (chosen.tensorParallel !== undefined && engines !== null)
    return createDetectedFact(
      chosen.tensorParallel * pipeline * engines,
      countText.runningEngines(engines, chosen.tensorParallel * pipeline),
    );
  return createUnknownFact(countText.unknown);
}

function tensorFact(
  { chosen, chosenSince }: OperatorChoices,
  {
    count,
    engines,
    pipeline,
  }: { readonly count: number | null; readonly engines: number | null; readonly pipeline: number },
): SettingFact<number> {
  if (chosen.tensorParallel !== undefined) {
    const each = chosen.tensorParallel * pipeline;
    const differs =
      count !== null && engines !== null && count !== each * engines
        ? [countText.needsOtherCount(engines, each, count)]
        : [];
    return createChosenFact(chosen.tensorParallel, chosenSince.tensorParallel, differs);
  }
  const each = count === null || engines === null ? Number.NaN : count / engines / pipeline;
  if (Number.isInteger(each) && each > 0 && count !== null && engines !== null)
    return createDetectedFact(each, countText.shared(count, engines));
  return createUnknownFact(
    count === null || engines === null ? countText.perInstanceUnknown : countText.indivisible(count, engines),
    [1, 2, 4, 8].map((value) => ({ value, title: String(value), why: "usual" })),
  );
}
