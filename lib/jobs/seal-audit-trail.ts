/** Seals new entries of the audit trail. The runner checks every second whether there are any. */
import { hasUnsealedEntries, sealEntries } from "@/lib/services/audit/seal-entries";
import type { OnDemandJob } from "./job";

/** The trail has one end, so one run at a time seals it. */
const endOfTrail = "end";

/** Job that adds new entries to the hash chain of the audit trail. */
export const sealAuditTrailJob: OnDemandJob = {
  name: "seal-audit-trail",
  timeoutMs: 30_000,
  listWaiting: async () => ((await hasUnsealedEntries()) ? [endOfTrail] : []),
  run: async () => {
    await sealEntries();
  },
};
