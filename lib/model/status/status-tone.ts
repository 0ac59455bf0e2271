/** The severity of a status. The statuses themselves are listed in `lib/status`. */

/**
 * Colours of a status, from severe to harmless. Down is the worst: without data, an unhealthy deployment
 * cannot be recognised.
 */
export const statusTones = ["down", "bad", "unknown", "idle", "ok"] as const;
/** Colour of a status. */
export type StatusTone = (typeof statusTones)[number];
