/** The severity of a status. The statuses themselves are listed in `lib/status`. */

/**
 * From severe to harmless, except that an unknown status may hide any other. Down is the worst: without data, an
 * unhealthy deployment cannot be recognized.
 */
export const statusTones = ["down", "bad", "unknown", "idle", "ok"] as const;
export type StatusTone = (typeof statusTones)[number];
