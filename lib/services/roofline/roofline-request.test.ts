import { expect, test } from "vitest";
import type { RooflineChoice } from "@/lib/model/roofline-choice";
import type { ObservedFacts } from "@/lib/semantic/roofline/plan-facts";
import { sentenceText } from "@/tests/support/sentence-text";
import { buildCatalogue } from "./catalogue";
import { resolveSetting } from "./resolve-setting";
import { describeUnavailable } from "./roofline-request";

const l40s = { exporter: "dcgm", name: "NVIDIA L40S", count: 2, migProfile: null } as const;
const facts: ObservedFacts = { devices: [l40s], engines: 2, cache: null, outputSpread: null };

function why(chosen: RooflineChoice, seen: ObservedFacts = facts, servedName = "llama-3.1-8b"): string {
  const resolved = resolveSetting(
    { chosen, since: {}, version: 1 },
    { servedName, engine: { title: "vLLM", usesChunkedPrefill: true }, facts: seen },
    buildCatalogue({ accelerators: [], models: [] }),
  );
  return sentenceText(describeUnavailable(resolved, { pools: [], facts: seen }));
}

const asked = "Points need to know what this runs on: how many accelerators make one instance.";

test("counts that cannot go together are told with why, where the points would be", () => {
  expect(why({ acceleratorCount: 1 })).toBe(
    `${asked} 1 accelerator cannot be shared out evenly to 2 engines.`,
  );
  expect(why({ acceleratorCount: 3, tensorParallel: 2 })).toBe(
    `${asked} 2 engines on 2 each would be 4 accelerators, not 3.`,
  );
});

test("what nothing tells is asked for, and no more is said", () => {
  expect(why({}, { ...facts, devices: [], engines: null }, "chat")).toBe(
    "Points need to know what this runs on: which model, which accelerator, how many accelerators, how many accelerators make one instance.",
  );
  expect(why({}, { ...facts, engines: null })).toBe(asked);
});
