/** The only wording of a bound: in headlines, tables, tooltips and on Overview. */
import { listBounds, type BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";

/** Name of each bound of a step in sentences. */
export const boundNames: { readonly [B in BoundBy]: string } = {
  compute: "compute-bound",
  memory: "memory-bound",
  communication: "communication-bound",
  overhead: "overhead-bound",
  mixed: "memory- and compute-bound",
};

/** Names of bounds in a list of two. */
const resourceNames: { readonly [B in BoundBy]: string } = {
  compute: "compute",
  memory: "memory",
  communication: "communication",
  overhead: "overhead",
  mixed: "memory and compute",
};

/** Bounds of a step. `secondBound` applies about as much as the first; null if one bound dominates. */
export interface StepBounds {
  readonly boundBy: BoundBy;
  readonly secondBound: BoundBy | null;
  /** Time of the step that memory, compute and communication do not explain; absent if it is not known. */
  readonly otherSeconds?: number | undefined;
}

/**
 * Longest time of launches in a step: 80 layers with 15 kernels of at most 20 µs each. If more of a step is unexplained,
 * for example in a prefill of many tokens, kernels below their peak or waiting are more likely than launches.
 */
const maxLaunchSeconds = 0.025;

/** Returns whether a step reaches no ceiling, and launches alone cannot explain its length. */
function isBelowCeilings({ boundBy, secondBound, otherSeconds = 0 }: StepBounds): boolean {
  return boundBy === "overhead" && secondBound === null && otherSeconds > maxLaunchSeconds;
}

/** Returns the name of the bound of a step, or of both bounds if they apply about equally. */
export function boundText(bounds: StepBounds): string {
  if (isBelowCeilings(bounds)) return "below both ceilings";
  if (isHalfMemoryHalfOverhead(bounds)) return "bound about equally by memory and overhead";
  if (bounds.boundBy === "communication" && bounds.secondBound !== null)
    return `bound by ${resourceNames[bounds.secondBound]} and communication (communication takes more than a quarter of the step)`;
  const [first = bounds.boundBy, second] = listBounds(bounds.boundBy, bounds.secondBound);
  return second === undefined
    ? boundNames[first]
    : `bound by ${resourceNames[first]} and ${resourceNames[second]}`;
}

/** Returns whether a step is bound by memory and overhead about equally. */
export function isHalfMemoryHalfOverhead({ boundBy, secondBound }: StepBounds): boolean {
  return listBounds(boundBy, secondBound).join(" ") === "memory overhead";
}

const explanations: { readonly [B in BoundBy]: string } = {
  memory: "reading GPU memory takes most of the step",
  compute: "arithmetic takes most of the step",
  communication: "communication between GPUs takes most of the step",
  overhead: "kernel launches, sampling and the CPU take most of the step",
  mixed: "memory and arithmetic take equally long",
};

/** Returns a sentence about the bound of a step. A single bound is explained. */
export function boundSentence(bounds: StepBounds): string {
  if (isBelowCeilings(bounds))
    return "The step is below both ceilings: kernels do not reach the peak, or the GPU waits. Launches alone do not take so long.";
  const explanation = bounds.secondBound === null ? `: ${explanations[bounds.boundBy]}` : "";
  return `The step is ${boundText(bounds)}${explanation}.`;
}
