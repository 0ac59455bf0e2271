import { expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { AppError } from "@/lib/model/app-error";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { studyMetrics, tailEdge } from "./study-metrics";

const deployment = (slug: string) => ({ slug }) as KnownDeployment;
const window = { startMs: 1_790_000_000_000, endMs: 1_790_000_600_000 };

/** Ten points of a minute each, whose rate looks back two minutes: every observation is in two of them. */
function answered(counts: Answer["distributions"] extends infer _ ? (number | null)[][] : never): Answer {
  return {
    window,
    pointCount: 10,
    stepMs: 60_000,
    rateWindowMs: 120_000,
    distributions: [{ signal: "e2e", unit: "seconds", edges: [0.5, 1, null], counts }],
  } as unknown as Answer;
}

const flat = (count: number | null): (number | null)[] => Array.from({ length: 10 }, () => count);

test("the window's requests and their buckets come from rates that overlap", async () => {
  const metrics = await studyMetrics(deployment("flat"), window, () =>
    Promise.resolve(answered([flat(100), flat(180), flat(200)])),
  );
  expect(metrics.requests).toBeCloseTo(1_000);
  expect(metrics.buckets?.edgesNs).toEqual([500_000_000, 1_000_000_000]);
  expect(metrics.buckets?.counts.map(Math.round)).toEqual([500, 400, 100]);
});

test("a failure, a window too short and missing buckets are told and not thrown", async () => {
  const failing = await studyMetrics(deployment("failing"), window, () =>
    Promise.reject(new AppError("source-unreachable", "prom does not answer")),
  );
  expect(failing).toMatchObject({ requests: null, buckets: null, why: expect.stringContaining("prom") });
  const short = await studyMetrics(deployment("short"), { startMs: 0, endMs: 59_000 }, () =>
    Promise.reject(new Error("is not asked")),
  );
  expect(short.why).toContain("less than a minute");
  const holed = await studyMetrics(deployment("holed"), window, () =>
    Promise.resolve(answered([flat(null), flat(1), flat(1)])),
  );
  expect(holed).toMatchObject({ requests: null, why: expect.stringContaining("missing") });
});

test("the tail's edge lies at or below the p99, with the share of requests above it", () => {
  expect(tailEdge({ edgesNs: [10, 20, 30], counts: [900, 80, 15, 5] })).toEqual({
    edgeNs: 20,
    shareAbove: expect.closeTo(0.02) as number,
  });
  // More than 1 % lie above the last edge: the p99 is above it, and so is the question.
  expect(tailEdge({ edgesNs: [10], counts: [50, 50] })).toEqual({ edgeNs: 10, shareAbove: 0.5 });
  expect(tailEdge({ edgesNs: [10], counts: [1_000, 0] })).toBeNull();
  expect(tailEdge({ edgesNs: [10], counts: [0, 0] })).toBeNull();
});
