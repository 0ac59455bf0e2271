/** List of all jobs that run for stored rows. */
import { captureBaselinesJob } from "./capture-baselines";
import { evaluateGatesJob } from "./evaluate-gates";
import type { OnDemandJob } from "./job";
import { sealAuditTrailJob } from "./seal-audit-trail";
import { sendWebhookMessagesJob } from "./send-webhook-messages";
import { storeEvidenceAnswersJob } from "./store-evidence-answers";

/** Jobs that run once for each stored row that waits for them. */
export const onDemandJobs: readonly OnDemandJob[] = [
  captureBaselinesJob,
  evaluateGatesJob,
  storeEvidenceAnswersJob,
  sealAuditTrailJob,
  sendWebhookMessagesJob,
];
