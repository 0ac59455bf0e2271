/** A what-if and a calculator as evidence: the question, the link to the live page, and the drawing of the copy. */
import { render, screen, within } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { createBaseScenario } from "@/lib/analysis/roofline/what-if/base-scenario";
import { computeWhatIf } from "@/lib/analysis/roofline/what-if/what-if";
import { toWhatIfResult } from "@/lib/analysis/roofline/what-if/what-if-result";
import { calculatorParsers } from "@/lib/client/roofline/calculator-url";
import { whatIfParsers, whatIfUrlKeys } from "@/lib/client/roofline/what-if-url";
import { calculatorEvidence } from "@/lib/contracts/investigations/evidence-kinds/calculator";
import { whatIfEvidence } from "@/lib/contracts/investigations/evidence-kinds/what-if";
import { whatIfResult } from "@/lib/contracts/roofline/what-if-result";
import type { CalculatorState } from "@/lib/model/roofline/calculator-input";
import { leverNames, unchangedWhatIfState, type WhatIfState } from "@/lib/model/roofline/what-if-levers";
import { sampleRooflinePage } from "@/tests/support/sample-data/roofline-page";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { CalculatorEvidence } from "./calculator-evidence";
import { createCalculatorHref } from "./calculator-href";
import { createCalculatorSubject } from "./calculator-subject";
import { WhatIfEvidence } from "./what-if-evidence";
import { createWhatIfHref } from "./what-if-href";
import { createWhatIfSubject } from "./what-if-subject";

const page = sampleRooflinePage();
const levers: WhatIfState = {
  ...unchangedWhatIfState,
  kvFormat: "fp8",
  batch: 64,
  speculation: { draftTokens: 4, acceptedPercent: 70 },
  accelerator: "h200-sxm",
};
const state: CalculatorState = {
  calc: "step",
  rows: 1,
  in: 1,
  out: 1,
  w: "fp8",
  act: "a16",
  kv: "fp16",
  gpu: "h100-sxm",
  model: "llama-2-70b",
  ctx: 2_048,
  seq: 16,
  pool: 0,
  tp: 2,
  claim: 155.5,
};

const searchOf = (href: string) => new URL(href, "http://ridgepoint.invalid").searchParams;

test("a what-if is kept with its changed levers, and its link sets them again", () => {
  const { question, title, window, deployment } = createWhatIfSubject(
    page,
    { m: null, i: "pod-1" },
    { levers, change: "KV FP8, batch 64" },
  );
  expect(whatIfEvidence.question.parse(question)).toEqual(question);
  expect(question).toMatchObject({
    instance: "pod-1",
    levers: { kvFormat: "fp8", batch: "64", speculation: "4:70", accelerator: "h200-sxm" },
  });
  expect(title).toBe(`What-if of ${page.deployment.title}: KV FP8, batch 64`);
  expect([window, deployment]).toEqual([page.window, page.deployment.slug]);
  if (question.endpoint !== "what-if") throw new Error("not a what-if");
  const search = searchOf(createWhatIfHref(question));
  expect([search.get("i"), search.get("from")]).toEqual(["pod-1", String(page.window.startMs)]);
  const linked = leverNames.map((name) => {
    const text = search.get(whatIfUrlKeys[name]);
    return [name, text === null ? null : whatIfParsers[name].parse(text)];
  });
  expect(Object.fromEntries(linked)).toEqual(levers);
});

test("a calculator is kept with its inputs and without a window, and its link sets them again", () => {
  const { question, window, deployment, title } = createCalculatorSubject(state);
  expect(calculatorEvidence.question.parse(question)).toEqual(question);
  expect([window, deployment, title]).toEqual([null, null, "Calculator: Decode step and claims"]);
  if (question.endpoint !== "calculator") throw new Error("not a calculator");
  const search = searchOf(createCalculatorHref(question));
  for (const name of ["calc", "model", "gpu", "w", "act", "kv", "ctx", "seq", "tp", "claim"] as const)
    expect(calculatorParsers[name].parse(search.get(name) ?? "")).toBe(state[name]);
  const { gpu, ...inputs } = question.inputs;
  expect(createCalculatorHref({ ...question, inputs: { ...inputs, gpu: gpu! } })).toBe(
    createCalculatorHref(question),
  );
});

test("the copy of a what-if shows the stored numbers, and computes nothing again", () => {
  stubResizeObserver();
  const start = createBaseScenario(page);
  if (start.kind === "missing") throw new Error(start.inputs.join());
  const { scenario, measuredTimes } = start.base;
  const computed = toWhatIfResult(
    computeWhatIf(scenario, { batch: 64 }, measuredTimes)!,
    scenario.accelerator,
  );
  const result = { ...computed, after: { ...computed.after, stepSeconds: 0.1234 } };
  const data = {
    endpoint: "what-if",
    page,
    change: "batch 64",
    currency: null,
    result: whatIfResult.parse(result),
  } as const;
  render(<WhatIfEvidence data={data} />, { wrapper: NuqsTestingAdapter });
  const ceilings = screen.getByRole("table", { name: "Ceilings" });
  expect(within(ceilings).getByRole("row", { name: /^Minimum step time/ })).toHaveTextContent(/123\s?ms/u);
  expect(screen.getByText(/^Change:/)).toHaveTextContent("Change: batch 64.");
  const points = screen.getByRole("region", { name: "Operating points" });
  expect(within(points).getByRole("row", { name: /^what if/ })).toHaveTextContent(
    "a ceiling, not a forecast",
  );
  expect(screen.getByRole("list", { name: "Remarks" })).not.toHaveTextContent("“Inputs”");
});

test("the copy of a what-if with another GPU shows the roof in use and the roof of the other GPU", () => {
  stubResizeObserver();
  const start = createBaseScenario(page);
  if (start.kind === "missing") throw new Error(start.inputs.join());
  const { scenario, measuredTimes } = start.base;
  const accelerator = findAccelerator("h200-sxm")!;
  const result = toWhatIfResult(
    computeWhatIf(scenario, { accelerator }, measuredTimes)!,
    scenario.accelerator,
  );
  const data = {
    endpoint: "what-if",
    page,
    change: accelerator.name,
    currency: null,
    result: whatIfResult.parse(result),
  } as const;
  render(<WhatIfEvidence data={data} />, { wrapper: NuqsTestingAdapter });
  expect(
    screen.getByRole("heading", {
      name: `Roofline of one ${scenario.accelerator.name}, what if: one ${accelerator.name}`,
    }),
  ).toBeVisible();
  const roofs = within(screen.getByRole("region", { name: "Roofs" }));
  expect(roofs.getByRole("row", { name: /, in use/ })).toHaveTextContent("3.35");
  expect(roofs.getByRole("row", { name: /, what if/ })).toHaveTextContent("4.80");
});

test("the copy of a calculator shows its sentence, its inputs and its rows", () => {
  render(
    <CalculatorEvidence
      data={{
        endpoint: "calculator",
        calculator: "weights",
        inputs: [{ label: "Model", value: "Llama-3.1-8B" }],
        sentence: "The weights take 8 GB.",
        columns: ["Weights", "Stored"],
        rows: [{ key: "fp8", cells: ["FP8", "8.03 GB"] }],
        chosenRowKey: "fp8",
      }}
    />,
  );
  expect(screen.getByText("The weights take 8 GB.")).toBeVisible();
  expect(screen.getByRole("definition")).toHaveTextContent("Llama-3.1-8B");
  expect(screen.getByRole("row", { name: "FP8 8.03 GB" })).toBeVisible();
});
