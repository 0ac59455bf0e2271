/** Seals new entries of the audit trail. The runner checks every second whether there are any. */
import { hasUnsealedAuditEntries, sealAuditEntries } from "@/lib/services/audit/seal-entries";
import type { OnDemandJob } from "./job";

/** The only key of the job, so that one run at a time extends the chain. */
const endOfTrail = "end";

/** Job that adds new entries to the hash chain of the audit trail. */
export const sealAuditTrailJob: OnDemandJob = {
  name: "seal-audit-trail",
  timeoutMs: 30_000,
  listWaitingKeys: async () => ((await hasUnsealedAuditEntries()) ? [endOfTrail] : []),
  run: async () => {
    await sealAuditEntries();
  },
};
