/** A what-if that is computed from a roofline page without the levers. */
import { expect } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { createBaseScenario } from "@/lib/analysis/roofline/what-if/base-scenario";
import { computeWhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { toWhatIfResult } from "@/lib/analysis/roofline/what-if/what-if-result";
import { assertPresent } from "@/lib/base/assert";
import {
  evidenceData,
  type EvidenceData,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";

/** Returns the evidence of batch 64 on one H200. */
export function createWhatIfEvidence(page: RooflinePageData): EvidenceData {
  const start = createBaseScenario(page);
  if (start.kind === "missing") throw new Error(`the page lacks ${start.inputs.join()}`);
  const { scenario, measuredTimes } = start.base;
  const accelerator = assertPresent(findAccelerator("h200-sxm"), "the table has the H200");
  const computed = assertPresent(
    computeWhatIf(scenario, { batch: 64, accelerator }, measuredTimes),
    "the H200 has a roof for the model",
  );
  expect(computed.after.tokensPerSecond).toBeCloseTo(64 / computed.after.stepSeconds, 6);
  const result = toWhatIfResult(computed, scenario.accelerator);
  expect(result.otherAccelerator?.roof.bandwidth.bytesPerSecond).toBe(accelerator.bandwidthBytesPerSecond);
  expect(result.after.memoryFit.usableBytes).toBeGreaterThan(result.now.memoryFit.usableBytes);
  const change = `batch 64, ${accelerator.name}`;
  return evidenceData.parse(
    JSON.parse(JSON.stringify({ endpoint: "what-if", page, change, currency: null, result })),
  );
}
