/** List of all background jobs. */
import { checkSourcesJob } from "./check-sources";
import { checkStopRulesJob } from "./check-stop-rules";
import { deleteReportCopiesJob } from "./delete-report-copies";
import { deriveEventsJob } from "./derive-events";
import { discoverDeploymentsJob } from "./discover-deployments";
import { evaluateWatchesJob } from "./evaluate-watches";
import { expireEvidenceJob } from "./expire-evidence";
import type { Job } from "./job";

/** Jobs that run in fixed intervals. */
export const scheduledJobs: readonly Job[] = [
  checkSourcesJob,
  discoverDeploymentsJob,
  deriveEventsJob,
  expireEvidenceJob,
  deleteReportCopiesJob,
  evaluateWatchesJob,
  checkStopRulesJob,
];
