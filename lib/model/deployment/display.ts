/** Wall displays: links that open kiosk mode without a sign-in and may only read what its pages show. */

/** Pages that a wall display link may show. */
export const wallDisplayPages = ["overview", "signals", "correlate", "traces"] as const;
/** Page that a wall display link may show. */
export type WallDisplayPage = (typeof wallDisplayPages)[number];

/** Time windows that a wall display link may show, as the start of a window that ends now. */
export const wallDisplayPeriods = ["now-15m", "now-1h", "now-6h", "now-24h", "now-7d"] as const;

/** Maximum length of the name of a wall display link. */
export const wallDisplayNameMaxLength = 80;

/** Limits of the days after which a wall display link expires. */
export const wallDisplayLifetimeDays = { shortest: 1, longest: 365 } as const;

/** Page that opens a wall display link. The token follows `#`, so that no log contains it. */
export const wallDisplayPath = "/display";
