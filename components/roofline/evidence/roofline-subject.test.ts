import { expect, test } from "vitest";
import { rooflineEvidence } from "@/lib/contracts/investigations/evidence-kinds/roofline";
import { samplePool, sampleRooflinePage, samplePeriod } from "@/tests/support/sample-data/roofline-page";
import { createRooflineSubject } from "./roofline-subject";
import { createSweepSubject } from "./sweep-subject";

const view = { m: null, i: null };

test("a roofline is kept with the times with which the server read the displayed values", () => {
  const page = sampleRooflinePage({
    sampleSpacingMs: 5_000,
    pools: [samplePool({ now: samplePeriod({ coveredMs: 180_000 }) })],
  });
  const { question } = createRooflineSubject(page, view);
  expect(rooflineEvidence.question.parse(question)).toEqual(question);
  const [pool] = page.pools;
  expect(question).toMatchObject({
    window: page.window,
    timing: {
      stepMs: pool?.trail.stepMs,
      rateWindowMs: pool?.trail.intervalMs,
      sampleSpacingMs: 5_000,
      headlineWindowMs: 180_000,
    },
  });
  expect(createSweepSubject(page, view).question).toEqual({ ...question, endpoint: "sweep" });
});

test("a roofline without values at the end of the window is kept without their rate window", () => {
  const idle = { kind: "idle", sentence: [] } as const;
  const none = { kind: "none", sentence: [] } as const;
  const now = samplePeriod({
    coveredMs: 300_000,
    decode: { ...idle, sentence: [] },
    prefill: { ...idle, sentence: [] },
    engine: { ...none, sentence: [] },
    hardware: { ...none, sentence: [], missing: [] },
  });
  const { question } = createRooflineSubject(sampleRooflinePage({ pools: [samplePool({ now })] }), view);
  expect(question).toHaveProperty("timing");
  expect(question).not.toHaveProperty("timing.headlineWindowMs");
  const unavailable = createRooflineSubject(sampleRooflinePage({ pools: [] }), view);
  expect(unavailable.question).not.toHaveProperty("timing");
});
