import { createHash } from "node:crypto";

/**
 * Returns the id of a job's run in one interval. The id is equal in every process, so the database accepts the run only
 * once, however late a process queues it. It is a version 8 UUID, whose content an application may choose (RFC 9562).
 */
export function intervalRunId(jobName: string, tickMs: number): string {
  const hex = createHash("sha256").update(`${jobName} ${tickMs}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
