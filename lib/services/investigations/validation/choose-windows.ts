/** Chooses the windows of a validation: the time before the fix, and as much time after it. */
import { matchWindows, type MatchedWindows } from "@/lib/analysis/validation/match-windows";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import type { TimeWindow, WindowExpression } from "@/lib/model/time-window";
import { resolveRequestedWindow } from "@/lib/server/requested-window";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { isOfOtherDeployment, listDeploymentIds } from "../check-references";
import { readCheckWindow } from "../goal-check/read-check-window";
import type { InvestigationRow } from "../investigation-row";
import type { BeforeReference } from "./measure-deployment";

/** The windows before and after the fix that a validation compares. */
export interface ChosenWindows {
  readonly before: BeforeReference;
  readonly windows: MatchedWindows;
  /** Which times limit the window after the fix, as sentences. */
  readonly basis: string;
}

interface WindowChoice {
  readonly row: InvestigationRow;
  readonly investigation: Pick<Investigation, "baseline" | "deploy">;
  /** Null: the baseline of the investigation. */
  readonly chosen: WindowExpression | null;
}

/**
 * Returns the windows, or why there are none, as sentences. Throws invalid-input for an invalid window, and
 * database-unavailable.
 */
export async function chooseWindows({
  row,
  investigation,
  chosen,
}: WindowChoice): Promise<ChosenWindows | string> {
  const { deploy, baseline } = investigation;
  if (deploy === null)
    return "No deploy of the fix is linked, so the time after the fix is not known. Link the deploy with the state “Fix deployed”.";
  if (row.deployEvent !== null && isOfOtherDeployment(row.deployEvent, listDeploymentIds(row)))
    return `The linked deploy “${deploy.title}” is of another deployment. Link the deploy that contains the fix in the properties of the investigation.`;
  const found = await findBefore(chosen, { baseline, hasPublicName: row.baseline?.visibility === "open" });
  if (typeof found === "string") return found;
  if (found.window.endMs > deploy.atMs)
    return `The window before the fix ends after the deploy “${deploy.title}”. Choose a window that ends before this deploy.`;
  const { basis, ...available } = await readCheckWindow(row, { newDeployAtMs: null, longestMs: Infinity });
  const windows = matchWindows(found.window, available);
  return { before: found.before, windows, basis: `${basis} ${hoursText(windows)}` };
}

function hoursText({ hasSameHours }: MatchedWindows): string {
  return hasSameHours
    ? "The hours of the window before the fix."
    : "The newest part with the length of the window before the fix.";
}

interface NamedBaseline {
  /** Null: none, or the caller may not read it. */
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
