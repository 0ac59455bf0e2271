/** Deletes hourly the copies of reports behind public links that expired. */
import { deleteEndedReportCopies } from "@/lib/services/investigations/reports/links/delete-copies";
import type { Job } from "./job";

/** Job that deletes the copies of expired and revoked links, each hour. */
export const deleteReportCopiesJob: Job = {
  name: "delete-report-copies",
  intervalMs: 3_600_000,
  timeoutMs: 60_000,
  run: deleteEndedReportCopies,
};
