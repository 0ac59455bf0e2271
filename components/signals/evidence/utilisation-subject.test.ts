import { expect, test } from "vitest";
import { utilisationEvidence } from "@/lib/contracts/investigations/evidence-kinds/utilisation";
import { samplePool, sampleRooflinePage, samplePeriod } from "@/tests/support/sample-data/roofline-page";
import { createUtilisationHref, createUtilisationSubject } from "./utilisation-subject";

test("a utilisation is kept with the times with which the server read the displayed values", () => {
  const page = sampleRooflinePage({
    sampleSpacingMs: 5_000,
    pools: [samplePool({ now: samplePeriod({ coveredMs: 180_000 }) })],
  });
  const { question, opening } = createUtilisationSubject("mbu", page, { m: "llama", i: null });
  expect(utilisationEvidence.question.parse(question)).toEqual(question);
  const [pool] = page.pools;
  expect(question).toMatchObject({
    metric: "mbu",
    deployment: page.deployment.slug,
    model: "llama",
    window: page.window,
    timing: {
      stepMs: pool?.trail.stepMs,
      rateWindowMs: pool?.trail.intervalMs,
      sampleSpacingMs: 5_000,
      headlineWindowMs: 180_000,
    },
  });
  if (question.endpoint !== "utilisation") throw new Error("not a utilisation");
  expect(opening).toEqual({ kind: "chart", path: createUtilisationHref(question) });
});
