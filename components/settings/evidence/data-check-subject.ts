/** Describes a data check as evidence, and links to the live one. */
import type { DataCheckResponse } from "@/lib/contracts/data-check";
import { linkTo } from "@/lib/client/url-state";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

/** Describes the displayed data check as evidence. The server runs the check again when it stores it. */
export function createDataCheckSubject({
  deployment: { slug, title },
  asOfMs,
}: Pick<DataCheckResponse, "deployment" | "asOfMs">): EvidenceSubject {
  return {
    question: { endpoint: "data-check", deployment: slug },
    title: `Data check of ${title}`.slice(0, 200),
    window: { startMs: asOfMs - evaluationWindows.headlineWindowMs, endMs: asOfMs },
    deployment: slug,
    opening: { kind: "chart", path: createDataCheckHref(slug) },
  };
}

/** Returns the data check of a deployment. */
export function createDataCheckHref(deployment: string): string {
  return linkTo("/settings/data-check", { d: deployment });
}
