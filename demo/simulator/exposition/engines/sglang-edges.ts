/** SGLang's default bucket edges. Server flags can change them. */

/** Bucket edges without +Inf, by family name without its prefix. */
export const sglangBucketEdges = {
  time_to_first_token_seconds: [0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 20, 40, 60, 80, 100, 200, 400],
  inter_token_latency_seconds: [
    0.002, 0.004, 0.006, 0.008, 0.01, 0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.06, 0.08, 0.1, 0.2, 0.4, 0.6,
    0.8, 1, 2, 4, 6, 8,
  ],
  e2e_request_latency_seconds: [
    0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 20, 40, 60, 80, 100, 200, 400, 600, 1200, 1800, 2400,
  ],
  queue_time_seconds: [
    0, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 10, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100,
    200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1400, 1600, 1800, 2000, 2500, 3000,
  ],
  /** 0.001 · 1.62^i, from one millisecond to twenty minutes. */
  per_stage_req_latency_seconds: Array.from({ length: 30 }, (_, index) => 0.001 * 1.62 ** index),
  tokens_histogram: [
    100, 300, 500, 700, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 12000, 15000,
    20000, 22000, 25000, 30000, 35000, 40000, 66000, 99000, 132000, 300000, 600000, 900000, 1100000,
  ],
} as const;
