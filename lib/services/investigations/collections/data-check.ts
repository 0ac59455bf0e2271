/** The signals that the deployment does not report now, with the flag or exporter that adds each. */
import { dataCheckContract } from "@/lib/contracts/data-check";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { describeSignalCounts, listMissingSignals } from "@/lib/sentences/signals/data-check-text";
import { checkData } from "@/lib/services/data-check/check-data";
import { createPathWithQuery, type DataCollector } from "./data-collector";

const maxSignals = 50;

/** Collects the signals that the deployment does not report now, with the flag or exporter that adds each. */
export const dataCheck: DataCollector = {
  title: "Missing signals",
  read: async ({ deployment, principal, requestId, signal }) => {
    const query = { deployment: deployment.slug };
    const check = await checkData({ params: {}, query, body: {}, principal, requestId, signal });
    const { asOfMs } = check;
    const missing = listMissingSignals(check);
    const listed = missing.slice(0, maxSignals);
    return {
      asOfMs,
      // The data check describes the present, whichever window the step has.
      window: { startMs: asOfMs - evaluationWindows.headlineWindowMs, endMs: asOfMs },
      summary: describeSignalCounts(check).first,
      values: listed.map(({ title, reason }) => ({ kind: "missing", label: title, reason })),
      omittedCount: missing.length - listed.length,
      stale: null,
      href: createPathWithQuery("/settings/data-check", { d: deployment.slug }),
      request: { method: "GET", path: createPathWithQuery(dataCheckContract.path, query), body: null },
    };
  },
};
