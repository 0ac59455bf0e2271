/** Facts that prevent or weaken the verdict of a gate, each as a sentence with the next step. */
import { formatElapsed } from "@/lib/format/elapsed";
import { formatNumber } from "@/lib/format/number";
import type { GateIssue } from "@/lib/model/gate/gate-result";
import type { LoadMeasure } from "@/lib/model/comparison/load-measure";
import type { SignalId } from "@/lib/model/signals/signals";
import { importTextWithoutName } from "@/lib/sentences/baselines/import-text";
import { signalPhrase } from "@/lib/sentences/signals/signal-phrase";

const sides = { baseline: "baseline", window: "window" } as const;
const otherSides = { baseline: "window", window: "baseline" } as const;

const loads: { readonly [Measure in LoadMeasure]: string } = {
  requestsPerInstance: "The request rate per instance",
  promptTokens: "The mean prompt length",
  outputTokens: "The mean output length",
  fixedConcurrency: "The concurrency",
};

/** Formats an obstacle or a warning of a gate run as one or two sentences. */
export function issueText(issue: GateIssue): string {
  switch (issue.kind) {
    case "concern":
      return issue.side === "baseline" ? `In the baseline: ${issue.detail}` : issue.detail;
    case "incomplete-signal":
      return `${capitaliseName(issue.signal)}: ${issue.incompleteCount} of ${issue.blockCount} time blocks of the ${sides[issue.side]} have no value.`;
    case "stale":
      return `The newest ${formatElapsed(issue.ageMs)} of the window have no samples. Check that Prometheus scrapes the deployment.`;
    case "load":
      return loadText(issue);
    case "unknown-load":
      return `${loads[issue.measure]} is unknown for the baseline or for the window. The two values may differ.`;
    case "environment":
      return `${issue.path} differs: ${issue.baseline} in the baseline, ${issue.window} in the window. Declare it with --factor ${issue.path} if it was changed on purpose.`;
    case "unknown-environment":
      return issue.knownSide === null
        ? `${issue.path} is unknown in the baseline and in the window.`
        : `${issue.path} is known for the ${sides[issue.knownSide]} but not for the ${otherSides[issue.knownSide]}. The two values may differ.`;
    case "factor-mismatch":
      return `${issue.path} is ${issue.found} in the ${sides[issue.side]}, but the declared factor expects ${issue.declared}.`;
    case "source":
      return `The window could not be read: ${issue.detail}`;
    case "overlap":
      return `The window overlaps the baseline by ${formatElapsed(issue.commonMs)}, so both would contain the same samples. Choose a later window or an earlier baseline.`;
    case "expired-baseline":
      return "The baseline has expired. Capture a new baseline, or pin this one.";
    case "imported-baseline":
      return `The baseline is an imported file. ${importTextWithoutName(issue.imported)}`;
    case "deleted":
      return `The ${issue.noun} was deleted before the run was evaluated.`;
  }
}

function loadText({ measure, ratio, isDeclared }: Extract<GateIssue, { kind: "load" }>): string {
  const change =
    ratio === null
      ? `${loads[measure]} was 0 in the baseline.`
      : `${loads[measure]} is ${formatNumber(ratio)} times that of the baseline.`;
  return isDeclared === true
    ? `${change} The load is the declared factor, so it may differ.`
    : `${change} A gate compares windows of equal load only (within ± 20 %).`;
}

function capitaliseName(signal: SignalId): string {
  const name = signalPhrase(signal);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
