/** Wall displays: links that open kiosk mode without a sign-in and may only read what its pages show. */

/** Pages that a wall display link may show. */
export const wallDisplayPages = ["overview", "signals", "correlate", "traces"] as const;
/** Page that a wall display link may show. */
export type WallDisplayPage = (typeof wallDisplayPages)[number];

/** Starts of the time windows that a wall display link may show. Each window ends now. */
export const wallDisplayPeriods = ["now-15m", "now-1h", "now-6h", "now-24h", "now-7d"] as const;

/** Maximum length of the name of a wall display link. */
export const wallDisplayNameMaxLength = 80;

/** Limits of the days after which a wall display link expires. */
export const wallDisplayLifetimeDays = { shortest: 1, longest: 365 } as const;

/** Path of the page that opens a wall display link. The token follows `#`, so that no server log contains the token. */
export const wallDisplayPath = "/display";
