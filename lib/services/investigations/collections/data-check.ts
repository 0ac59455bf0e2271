/** The signals that the deployment does not report now, with the flag or exporter that adds each. */
import { dataCheckContract } from "@/lib/contracts/data-check";
import { signalDefinition } from "@/lib/model/signals/signals";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { checkData } from "@/lib/services/data-check/check-data";
import { createPathWithQuery, type DataCollector } from "./data-collector";

const maxSignals = 50;

/** Collects the signals that the deployment does not report now, with the flag or exporter that adds each. */
export const dataCheck: DataCollector = {
  title: "Missing signals",
  read: async ({ deployment, principal, requestId, signal }) => {
    const query = { deployment: deployment.slug };
    const { asOfMs, rows } = await checkData({ params: {}, query, body: {}, principal, requestId, signal });
    const missing = rows.filter(({ outcome }) => outcome !== "with-data");
    const listed = missing.slice(0, maxSignals);
    return {
      asOfMs,
      // The data check describes the present, whichever window the step has.
      window: { startMs: asOfMs - evaluationWindows.headlineWindowMs, endMs: asOfMs },
      summary: `${rows.length - missing.length} of ${rows.length} signals have data now.`,
      values: listed.map(({ signal: id, detail, howToEnable }) => ({
        kind: "missing",
        label: signalDefinition(id).title,
        reason: howToEnable === null ? detail : `${detail} ${howToEnable}`,
      })),
      omittedCount: missing.length - listed.length,
      stale: null,
      href: createPathWithQuery("/settings/data-check", { d: deployment.slug }),
      request: { method: "GET", path: createPathWithQuery(dataCheckContract.path, query), body: null },
    };
  },
};
