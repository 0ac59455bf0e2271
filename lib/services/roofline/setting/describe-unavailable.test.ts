import { expect, test } from "vitest";
import type { RooflineChoice } from "@/lib/model/roofline/roofline-choice";
import type { ObservedHardwareFacts } from "@/lib/semantic/roofline/plan-facts";
import { sentenceText } from "@/tests/support/sentence-text";
import { buildCatalogue } from "../tables/catalogue";
import { resolveSetting } from "./resolve-setting";
import { describeUnavailable } from "@/lib/sentences/roofline/describe-unavailable";

const l40s = { exporter: "dcgm", name: "NVIDIA L40S", count: 2, migProfile: null } as const;
const facts: ObservedHardwareFacts = {
  devices: [l40s],
  engineCount: 2,
  kvCache: null,
  outputLengthVariation: null,
};

function why(
  chosen: RooflineChoice,
  observed: ObservedHardwareFacts = facts,
  servedName = "llama-3.1-8b",
): string {
  const resolved = resolveSetting(
    { chosen, chosenSince: {}, version: 1 },
    {
      servedModelName: servedName,
      engine: { title: "vLLM", usesChunkedPrefill: true },
      hardwareFacts: observed,
      filePrice: null,
    },
    buildCatalogue({ accelerators: [], models: [] }),
  );
  return sentenceText(describeUnavailable(resolved, { pools: [], hardwareFacts: observed }));
}

const missingCount = "To compute operating points, set the number of GPUs per instance.";

test("explains contradicting counts where the points would be", () => {
  expect(why({ acceleratorCount: 1 })).toBe(
    `${missingCount} 1 GPU cannot be divided evenly among 2 engines.`,
  );
  expect(why({ acceleratorCount: 3, tensorParallel: 2 })).toBe(
    `${missingCount} 2 engines with 2 GPUs per engine need 4 GPUs in total, not 3.`,
  );
});

test("names the missing facts only", () => {
  expect(why({}, { ...facts, devices: [], engineCount: null }, "chat")).toBe(
    "To compute operating points, set the model, the GPU, the number of GPUs, the number of GPUs per instance.",
  );
  expect(why({}, { ...facts, engineCount: null })).toBe(missingCount);
});
