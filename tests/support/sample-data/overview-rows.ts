/** Rows of the overview for tests, with defaults of a healthy row. */
import type { JudgedRow } from "@/lib/contracts/overview";
import type { Reading } from "@/lib/model/reading";
import { resolveLimits } from "@/lib/model/deployment/limits";
import { toRowStatus } from "@/lib/services/overview/describe-row";
import { deploymentSentence } from "@/lib/status/deployment-sentence";
import type { StatusId } from "@/lib/status/statuses";

export const createPresentReading = (value: number, n?: number): Reading => ({
  kind: "present",
  value,
  ...(n === undefined ? {} : { n }),
  atMs: 0,
  windowMs: 300_000,
});

/** Returns a judged row of the deployment `title`, healthy except for its status and `parts`. */
export function createJudgedRow(title: string, id: StatusId, parts: Partial<JudgedRow> = {}): JudgedRow {
  const row: Omit<JudgedRow, "sentence"> = {
    slug: title,
    title,
    model: title,
    engine: { id: "vllm", title: "vLLM", version: null },
    instanceCount: 1,
    limits: resolveLimits({}),
    gateways: [],
    backends: [],
    state: "judged",
    status: toRowStatus({ id, matchingIds: [id] }, null),
    sourceError: null,
    readings: {
      ttftP95: createPresentReading(0.4),
      ttftMean: createPresentReading(0.2),
      tpotP95: createPresentReading(0.03),
      tpotMean: createPresentReading(0.02),
      requestRate: createPresentReading(2, 600),
      outputTokenRate: createPresentReading(400),
      running: createPresentReading(12),
      waiting: createPresentReading(3),
      kvUsage: createPresentReading(0.97),
      errorRatio: createPresentReading(0, 600),
      abortRatio: createPresentReading(0, 600),
    },
    sparklines: { ttftP95: null, tpotP95: null },
    asOfMs: 0,
    stale: null,
    ...parts,
  };
  const facts = { ...row, status: row.status.id, isFrozen: false };
  return { ...row, sentence: parts.sentence ?? [...deploymentSentence(facts)] };
}
