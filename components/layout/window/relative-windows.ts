/** Selectable time windows up to now. */
export const relativeWindows = [
  "now-5m",
  "now-15m",
  "now-30m",
  "now-1h",
  "now-3h",
  "now-6h",
  "now-12h",
  "now-24h",
  "now-2d",
  "now-7d",
  "now-14d",
] as const;
