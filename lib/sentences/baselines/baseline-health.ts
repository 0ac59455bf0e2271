/** Remarks about a baseline in lists: its capture or import, concerns about its window, its expiry, and a later deploy. */
import type { BaselineEntry } from "@/lib/contracts/baselines";
import { countWithNoun } from "@/lib/format/agreement";
import type { WindowConcernKind } from "@/lib/model/baseline/window-concern";
import { importText } from "./import-text";

/** Remark about a baseline: its capture, its concerns, its expiry or later deploys. */
export interface HealthRemark {
  readonly kind: "capturing" | "failed" | "imported" | "concerns" | "expired" | "later-deploy" | "none";
  readonly text: string;
  /** Why the capture failed, or who imported the baseline. */
  readonly detail: string | null;
}

const concernTitles: Readonly<Record<WindowConcernKind, string>> = {
  "few-blocks": "too few time blocks",
  "few-requests": "few requests",
  "not-steady": "not steady",
  incomplete: "incomplete data",
  exclusion: "exclusion",
  deploy: "deploy in the window",
  configuration: "configuration change",
  "mixed-versions": "several versions",
  throttling: "GPU throttling",
  "over-limit": "limit exceeded",
};

type HealthFacts = Pick<
  BaselineEntry,
  "state" | "progress" | "message" | "isExpired" | "laterDeploy" | "summary" | "imported"
>;

function importRemark(imported: NonNullable<HealthFacts["imported"]>): HealthRemark {
  const text = imported.isHashVerified === true ? "Imported" : "Imported, unverified";
  return { kind: "imported", text, detail: importText(imported) };
}

/** Returns remarks on whether a baseline can still be used. At least one. */
export function listHealthRemarks(facts: HealthFacts): readonly HealthRemark[] {
  const { state, progress, message, isExpired, laterDeploy, summary, imported } = facts;
  if (state === "capturing")
    return [{ kind: "capturing", text: `Capturing, ${Math.round(progress * 100)} %`, detail: null }];
  if (state === "failed") return [{ kind: "failed", text: "Capture failed", detail: message }];
  const kinds = summary?.concernKinds ?? [];
  const remarks: readonly HealthRemark[] = [
    ...(imported === null ? [] : [importRemark(imported)]),
    ...(isExpired ? [{ kind: "expired", text: "Expired", detail: null } as const] : []),
    ...(laterDeploy === null
      ? []
      : [
          {
            kind: "later-deploy",
            text: `Captured before the deploy “${laterDeploy.title}”`,
            detail: null,
          } as const,
        ]),
    ...(kinds.length === 0
      ? []
      : [
          {
            kind: "concerns",
            text: `${countWithNoun(kinds.length, "concern")}: ${kinds.map((kind) => concernTitles[kind]).join(", ")}`,
            detail: null,
          } as const,
        ]),
  ];
  return remarks.length > 0 ? remarks : [{ kind: "none", text: "No concerns", detail: null }];
}
