/** Chooses the windows of a validation: the time before the fix, and as much time after it. */
import { listMatchedWindows, type MatchedWindows } from "@/lib/analysis/validation/match-windows";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import type { TimeWindow, WindowExpression } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import type { Principal } from "@/lib/server/principal";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { findDeployProblem } from "../check-references";
import { readCheckWindow } from "../goal-check/read-check-window";
import { listDeploymentIds, type InvestigationRow } from "../investigation-row";
import type { BeforeReference } from "./measure-fix";
import { preferEqualLoad, type DayReason, type PreferredWindows } from "./prefer-equal-load";

const minuteMs = 60_000;

/** The windows before and after the fix that a validation compares. */
export interface ChosenWindows {
  /** Whether the window before the fix is a baseline or a window of the deployment. */
  readonly before: BeforeReference;
  readonly windows: MatchedWindows;
  /** Sentences that state which times limit the window after the fix. */
  readonly basis: string;
}

interface WindowChoice {
  readonly row: InvestigationRow;
  readonly investigation: Pick<Investigation, "baseline" | "deploy" | "deployments">;
  readonly chosen: ChosenExpressions;
  readonly principal: Pick<Principal, "sourceScope">;
  readonly signal: AbortSignal;
}

/** The windows that a person chose. */
export interface ChosenExpressions {
  /** Window before the fix. If null, the baseline of the investigation is used. */
  readonly before: WindowExpression | null;
  /**
   * Window after the fix. If null, the window has the same hours as the window before, on the newest day with a similar
   * request rate.
   */
  readonly after: WindowExpression | null;
}

/**
 * Returns the windows. If no windows can be chosen, returns the reason as sentences. Throws invalid-input for an invalid
 * window, and database-unavailable.
 */
export async function chooseWindows(choice: WindowChoice): Promise<ChosenWindows | string> {
  const { row, investigation, chosen } = choice;
  const { deploy, baseline } = investigation;
  if (deploy === null)
    return "No deploy of the fix is linked, so the time after the fix is not known. Link the deploy with the state “Fix deployed”.";
  const problem =
    row.deployEvent === null ? null : findDeployProblem(row.deployEvent, listDeploymentIds(row));
  if (problem === "no-deployment")
    return "The investigation has no deployment, so nothing can be compared. Add the deployment in its properties.";
  if (problem === "other-deployment")
    return `The linked deploy “${deploy.title}” is of another deployment. Link the deploy that contains the fix in the properties of the investigation.`;
  const found = await findBefore(chosen.before, {
    baseline,
    hasPublicName: row.baseline?.visibility === "open",
  });
  if (typeof found === "string") return found;
  if (found.window.endMs > deploy.atMs)
    return `The “before” window extends past the deploy “${deploy.title}”. Choose a window that ends before this deploy.`;
  const { basis, ...available } = await readCheckWindow(row, { newDeployAtMs: null, longestMs: Infinity });
  const after = chosen.after === null ? available : limitToPast(resolveRequestedWindow(chosen.after));
  if (after.startMs < available.startMs)
    return `The window after the fix begins before the rollout of the deploy “${deploy.title}” ended. Choose a later window.`;
  const pairs = listMatchedWindows(found.window, after);
  const preferred = await preferForFirstDeployment(choice, found.before, pairs);
  const { windows } = preferred;
  const hours = chosen.after === null ? hoursText(preferred) : "A person chose the window after the fix.";
  return { before: found.before, windows, basis: `${basis} ${hours}` };
}

/** Returns the window without the time after the last full minute, because the future has no samples. */
function limitToPast({ startMs, endMs }: TimeWindow): TimeWindow {
  return { startMs, endMs: Math.min(endMs, Math.floor(nowMs() / minuteMs) * minuteMs) };
}

/** Chooses the day by the load of the first deployment, because all deployments have the same windows. */
async function preferForFirstDeployment(
  { investigation: { deployments }, principal, signal }: WindowChoice,
  before: BeforeReference,
  pairs: readonly [MatchedWindows, ...MatchedWindows[]],
): Promise<PreferredWindows> {
  const [first] = deployments;
  if (first === undefined || pairs.length === 1) return { windows: pairs[0], dayReason: "newest" };
  const deployment = await resolveDeployment(first.slug, principal.sourceScope);
  return preferEqualLoad({ deployment, before, pairs, signal });
}

const dayTexts: { readonly [Reason in DayReason]: string } = {
  newest: "The same hours as the window before the fix.",
  "equal-load":
    "The same hours as the window before the fix, on the newest day with a similar request rate (within 10 %).",
  "most-similar-load":
    "The same hours as the window before the fix, on the day with the most similar request rate. No compared day has a rate within 10 %.",
};

function hoursText({ windows, dayReason }: PreferredWindows): string {
  return windows.hasSameHours
    ? dayTexts[dayReason]
    : "The newest period that is as long as the window before the fix.";
}

interface NamedBaseline {
  /** Baseline of the investigation. Null without a baseline, or if the caller may not read it. */
  readonly baseline: Investigation["baseline"];
  readonly hasPublicName: boolean;
}

async function findBefore(
  chosen: WindowExpression | null,
  { baseline, hasPublicName }: NamedBaseline,
): Promise<{ readonly before: BeforeReference; readonly window: TimeWindow } | string> {
  if (chosen !== null) return { before: { kind: "window" }, window: resolveRequestedWindow(chosen) };
  if (baseline === null)
    return "There is no window before the fix. Choose the baseline of the investigation, or a window before the fix.";
  const document = await readBaselineDocument(baseline.id);
  if (document === null)
    return "The baseline has no data: its capture failed or is not complete yet. Choose a window before the fix.";
  return { before: { kind: "baseline", id: baseline.id, hasPublicName }, window: document.window };
}
