/** Rules of the arms of an experiment. Pure. Each error is a sentence. */
import { signalDefinition } from "@/lib/model/signals/signals";
import { findBaselineError } from "./baseline-arm-rules";
import {
  listTestedStatistics,
  type ArmWindow,
  type ExperimentArm,
  type ExperimentArms,
  type ExperimentMeasures,
} from "./experiment";

/**
 * Returns why the arms cannot be measured separately, as a sentence; null if they can. Only the windows of a started
 * experiment can change.
 */
export function findArmError(
  arms: ExperimentArms,
  { isStarted }: { readonly isStarted: boolean } = { isStarted: false },
): string | null {
  const [reference, changed] = arms;
  if (reference.name === changed.name) return "The arms have the same name. Name them differently.";
  for (const arm of arms) {
    const error = findWindowError(arm);
    if (error !== null) return error;
  }
  const baselineError = findBaselineError(arms);
  if (baselineError !== null) return baselineError;
  if (reference.deployment !== changed.deployment || haveDifferentInstances(reference, changed)) return null;
  const [first, second] = [listArmWindows(reference), listArmWindows(changed)];
  const overlaps = first.some((one) => second.some((other) => doWindowsOverlap(one, other)));
  return overlaps
    ? `${reference.name} and ${changed.name} cannot be distinguished: they select the same instances of ${reference.deployment} at the same time. ${overlapAdvice(arms, isStarted)}`
    : null;
}

/** Assumed start of an experiment that has not started. It is later than every time that a person can enter. */
const unknownStartMs = Number.MAX_SAFE_INTEGER;

/** Returns the windows in which the arm is measured. An arm without windows is measured from the start on. */
function listArmWindows({ windows, baseline }: ExperimentArm): readonly ArmWindow[] {
  if (baseline !== null) return [baseline.window];
  return windows.length > 0 ? windows : [{ startMs: unknownStartMs, endMs: null }];
}

function overlapAdvice(arms: ExperimentArms, isStarted: boolean): string {
  if (arms.some(({ baseline }) => baseline !== null))
    return `Choose a window that does not overlap the window of the baseline${isStarted ? "" : ", or another baseline"}.`;
  return isStarted
    ? "Choose windows that do not overlap."
    : "Select the instances of each arm by the same label with different values, or choose windows that do not overlap.";
}

function findWindowError({ name, windows }: ExperimentArm): string | null {
  for (const [index, { startMs, endMs }] of windows.entries()) {
    if (endMs !== null && endMs <= startMs) return `A window of ${name} ends before it starts.`;
    const next = windows[index + 1];
    if (next === undefined) continue;
    if (endMs === null) return `Only the last window of ${name} may be without an end.`;
    if (next.startMs < endMs) return `Windows of ${name} overlap, or are not in order of time.`;
  }
  return null;
}

/** Returns whether both arms select by the same label with different values. */
function haveDifferentInstances(
  { selector: one }: ExperimentArm,
  { selector: other }: ExperimentArm,
): boolean {
  return one !== null && other !== null && one.label === other.label && one.value !== other.value;
}

function doWindowsOverlap(one: ArmWindow, other: ArmWindow): boolean {
  return one.startMs < (other.endMs ?? Infinity) && other.startMs < (one.endMs ?? Infinity);
}

/** Returns why the declared measures cannot be judged, as a sentence; null if they can. */
export function findMeasureError(
  { primary, guards, hasCostGuard }: Pick<ExperimentMeasures, "primary" | "guards" | "hasCostGuard">,
  arms: ExperimentArms,
): string | null {
  if (hasCostGuard && arms.some(({ selector }) => selector !== null))
    return "The cost is known for complete deployments only. Choose arms without a selector, or remove the guard for the cost.";
  const measures = [primary, ...guards];
  const keys = measures.map(({ signal, statistic }) => `${signal}.${statistic}`);
  if (new Set(keys).size < keys.length) return "A measure is listed twice. Remove one of them.";
  for (const { signal, statistic } of measures) {
    const { title, family } = signalDefinition(signal);
    const available = listTestedStatistics(signal);
    if (!available.includes(statistic))
      return `${statistic} of “${title}” cannot be judged in an experiment. ${available.length === 0 ? "Choose a signal with a defined better direction, such as latency or throughput." : `Available: ${available.join(", ")}.`}`;
    if (family !== "engine" && arms.some(({ selector }) => selector !== null))
      return `“${title}” is measured for complete deployments only. Choose a signal of the serving engine, or arms without a selector.`;
  }
  return null;
}
