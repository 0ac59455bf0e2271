/** Describes the table of deployments as evidence, and links to the live one. */
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { OverviewResponse } from "@/lib/contracts/overview";
import { linkTo } from "@/lib/client/url-state";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

/** Describes the displayed table as evidence to store. */
export function createOverviewSubject({ window }: Pick<OverviewResponse, "window">): EvidenceSubject {
  const question = { endpoint: "overview", window } as const;
  return {
    question,
    title: "Overview of all deployments",
    window,
    deployment: null,
    opening: { kind: "chart", path: createOverviewHref(question) },
  };
}

/** Returns the Overview with the window of stored evidence. */
export function createOverviewHref({ window }: QuestionOf<"overview">): string {
  return linkTo("/overview", { from: String(window.startMs), to: String(window.endMs) });
}
