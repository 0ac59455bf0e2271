/** Wall displays: links that open kiosk mode without a sign-in and may only read what its pages show. */

/** Pages that a link may show, named as in kiosk mode. */
export const displayPages = ["overview", "signals", "correlate", "traces"] as const;
export type DisplayPage = (typeof displayPages)[number];

/** Time windows that a link may show, as the start of a window that ends now. */
export const displayPeriods = ["now-15m", "now-1h", "now-6h", "now-24h", "now-7d"] as const;

export const displayNameMaxLength = 80;

/** Days after which a link may expire. */
export const displayLifetimeDays = { shortest: 1, longest: 365 } as const;

/** Page on which a link is opened. The token follows `#`, so that it is in no log. */
export const displayPath = "/display";
