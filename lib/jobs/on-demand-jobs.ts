/** List of all jobs that run for stored rows. */
import { captureBaselinesJob } from "./capture-baselines";
import { evaluateGatesJob } from "./evaluate-gates";
import type { OnDemandJob } from "./job";
import { sealAuditTrailJob } from "./seal-audit-trail";
import { storeEvidenceAnswersJob } from "./store-evidence-answers";

export const onDemandJobs: readonly OnDemandJob[] = [
  captureBaselinesJob,
  evaluateGatesJob,
  storeEvidenceAnswersJob,
  sealAuditTrailJob,
];
