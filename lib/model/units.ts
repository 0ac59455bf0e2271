/**
 * Units of canonical values and of the display. Canonically, latencies are seconds, shares are ratios 0–1, and sizes
 * are bytes. Only `lib/format` converts them into the fixed display unit of their signal.
 */

/** Canonical units of signals. */
export const units = [
  "seconds",
  "ratio",
  "requests",
  "requests-per-second",
  "tokens",
  "tokens-per-second",
  "events-per-second",
  "bytes",
  "bytes-per-second",
  "watts",
  "celsius",
  "hertz",
  "flops-per-second",
  "flop-per-byte",
  "cores",
  "connections",
  "number",
] as const;
/** Canonical unit of a signal. */
export type Unit = (typeof units)[number];

/** Units in which signals are displayed. */
export const displayUnits = [
  "s",
  "ms",
  "µs",
  "%",
  "requests",
  "req/s",
  "tokens",
  "tokens/s",
  "per min",
  "per s",
  "GiB",
  "kB",
  "GB",
  "MB/s",
  "GB/s",
  "TB/s",
  "TFLOP/s",
  "FLOP/B",
  "W",
  "°C",
  "MHz",
  "cores",
  "connections",
  "loss",
] as const;
/** Unit in which a signal is displayed. */
export type DisplayUnit = (typeof displayUnits)[number];
