/** Bucket edges of the endpoint picker's histograms. */

const duration = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60, 120,
  180, 240, 300, 360, 480, 600, 900, 1200, 1800, 2700, 3600,
];

/** Bucket edges without +Inf, by quantity; durations in seconds. */
export const eppBucketEdges = {
  ttft: duration.filter((edge) => edge <= 120),
  tpot: [
    0.0005, 0.00205, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.125, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1,
    2,
  ],
  itl: [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 2],
  ntpot: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
  duration,
  scheduler: [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1],
  flowControl: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  input: Array.from({ length: 18 }, (_, index) => (index === 0 ? 1 : 2 ** (index + 2))),
  output: Array.from({ length: 12 }, (_, index) => (index === 0 ? 1 : 2 ** (index + 2))),
  hitRatio: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
} as const;
