/** Removes hourly the data of evidence whose retention has ended. */
import { expireEvidence } from "@/lib/services/investigations/evidence/expire-evidence";
import type { Job } from "./job";

/** Job that removes the data of evidence after its retention time, each hour. */
export const expireEvidenceJob: Job = {
  name: "expire-evidence",
  intervalMs: 3_600_000,
  timeoutMs: 600_000,
  run: expireEvidence,
};
