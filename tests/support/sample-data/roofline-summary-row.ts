/** Rows of the roofline's summary for tests. */
import type { RooflineSummaryRow } from "@/lib/contracts/roofline/roofline-summary";

type RowWithPoint = Extract<RooflineSummaryRow, { state: "available" }>;

export function summaryRow(part: Partial<RowWithPoint> = {}): RowWithPoint {
  return {
    slug: "chat",
    title: "chat",
    state: "available",
    role: "both",
    startMs: 0,
    endMs: 300_000,
    decode: { mfuRatio: 0.08, mbuRatio: 0.79, boundBy: "memory", judgement: "possible", busyRatio: 0.83 },
    prefill: { mfuRatio: 0.52, mbuRatio: 0.08, boundBy: "compute", judgement: "possible", busyRatio: 0.11 },
    agrees: true,
    sentence: [],
    ...part,
  };
}
