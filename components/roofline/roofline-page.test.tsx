import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import type { RooflineResponse } from "@/lib/contracts/roofline/roofline";
import { describeEmptyWindow } from "@/lib/sentences/roofline/describe-unavailable";
import { makeQueryClient } from "@/lib/client/query-client";
import { samplePool, sampleRooflinePage, samplePeriod } from "@/tests/support/sample-data/roofline-page";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { RooflinePage } from "./roofline-page";

vi.mock("next/navigation", () => ({
  usePathname: () => "/roofline",
  useSearchParams: () => new URLSearchParams("d=assist-8b"),
}));

const patched: unknown[] = [];

function show(data: RooflineResponse): void {
  patched.length = 0;
  // Without a layout the width is 0, so the plot draws nothing. Browser tests cover the plot.
  stubResizeObserver();
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    if (init?.method === "PATCH") {
      patched.push(JSON.parse(init.body as string));
      return Promise.resolve(
        Response.json({ code: "precondition-failed", title: "Changed", detail: "changed" }, { status: 412 }),
      );
    }
    if (address.startsWith("/api/v1/roofline?")) return Promise.resolve(Response.json(data));
    if (address.startsWith("/api/v1/roofline/accelerators"))
      return Promise.resolve(
        Response.json({
          asOfMs: 0,
          accelerators: ["h100-sxm", "t4"].map((id) => ({
            accelerator: findAccelerator(id),
            provenance: { kind: "built-in" },
          })),
          retired: [],
        }),
      );
    if (address.startsWith("/api/v1/roofline/models"))
      return Promise.resolve(Response.json({ asOfMs: 0, models: [], retired: [] }));
    return Promise.resolve(Response.json({ asOfMs: 0, deployments: [] }));
  });
  render(
    <NuqsTestingAdapter searchParams="?d=assist-8b&from=now-1h" hasMemory>
      <QueryClientProvider client={makeQueryClient()}>
        <RooflinePage />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the page shows the answer as its heading and every point as a row", async () => {
  show(sampleRooflinePage());
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
    /Roofline|assist-8b|memory-bound/,
  );
  const points = await screen.findByRole("region", { name: "Operating points" });
  expect(within(points).getByRole("row", { name: /^decode while busy/ })).toHaveTextContent(
    /31\.8.*83\.6.*memory/,
  );
  expect(within(points).getByRole("row", { name: /^decode on average/ })).toHaveTextContent(/busy 83/);
  // The method is part of the name, because a seventh column would not fit into half the page.
  expect(within(points).getByRole("rowheader", { name: /^decode while busy token counters/ })).toBeVisible();
  expect(within(points).getAllByRole("columnheader")).toHaveLength(6);
  expect(
    screen.getByRole("img", { name: /^One decode step of 7\.80\sms: memory 6\.95\sms; compute/ }),
  ).toBeVisible();
  expect(screen.getByText(/No point for the engine's estimate/)).toBeVisible();
});

test("intervals missing in the trail are listed with the reason", async () => {
  const gap = { reason: "too-few-samples" as const, detail: "Samples do not cover this time." };
  const utilisation = {
    atMs: [],
    mfuRatio: [],
    mbuRatio: [],
    gaps: [
      { fromIndex: 0, toIndex: 9, ...gap },
      { fromIndex: 20, toIndex: 21, ...gap },
    ],
  };
  show(sampleRooflinePage({ pools: [samplePool({ utilisation })] }));
  expect(await screen.findByText(/Samples do not cover/)).toHaveTextContent(
    "12 of 120 intervals are missing from the trail. Samples do not cover this time.",
  );
});

test("disagreements and impossible inputs are listed with their suspects", async () => {
  const sentence = (text: string) => [{ kind: "text" as const, text }];
  const now = samplePeriod({
    agreement: {
      ...samplePeriod().agreement!,
      agrees: false,
      suspects: [{ kind: "slow-memory", value: null, sentence: sentence("Memory is slower than printed.") }],
    },
    wrongInputs: [
      {
        kind: "accelerator",
        value: "a100-80-sxm",
        sentence: sentence("On an A100 it would be possible."),
        correctedUtilisation: { mfuRatio: 0.5, mbuRatio: 0.6 },
      },
    ],
  });
  show(sampleRooflinePage({ pools: [samplePool({ now })] }));
  const notes = await screen.findByRole("region", { name: "Agreement" });
  expect(within(notes).getByRole("alert")).toHaveTextContent(/Wrong inputs.*A100/);
  expect(notes).toHaveTextContent(/The measurement methods disagree.*Memory is slower/);
  const points = screen.getByRole("region", { name: "Operating points" });
  expect(within(points).getByRole("row", { name: /^decode while busy/ })).toHaveTextContent("warning");
});

test("legend and step name the same covered minutes", async () => {
  const { endMs } = samplePeriod();
  show(
    sampleRooflinePage({
      pools: [samplePool({ now: samplePeriod({ startMs: endMs - 120_000, coveredMs: 120_000 }) })],
    }),
  );
  const legend = await screen.findByRole("list", { name: "Legend" });
  expect(legend).toHaveTextContent(/while busy, last 2\smin/);
  expect(screen.getByRole("region", { name: "One step" })).toHaveTextContent(/Mean of the last 2\smin: 7\.8/);
});

test("the legend of a past window shows its times, not their age", async () => {
  const data = sampleRooflinePage();
  show({ ...data, asOfMs: data.window.endMs + 86_400_000 });
  const legend = await screen.findByRole("list", { name: "Legend" });
  expect(legend).not.toHaveTextContent(/ago|now/);
  expect(legend).toHaveTextContent(/\d\d:\d\d – .*\d\d:\d\d UTC/);
});

test("the trail can be downloaded as CSV", async () => {
  show(sampleRooflinePage());
  expect(await screen.findByRole("button", { name: "Download CSV" })).toBeEnabled();
});

test("suspects that fit equally well have no order, and the distinguishing evidence follows", async () => {
  const sentence = (text: string) => [{ kind: "text" as const, text }];
  const now = samplePeriod({
    agreement: {
      ...samplePeriod().agreement!,
      agrees: false,
      cause: "cannot-tell",
      distinguishingEvidence: sentence("To distinguish them, check memory usage."),
      suspects: [
        { kind: "weight-format", value: "fp8", sentence: sentence("The weights may be stored as FP8.") },
        { kind: "slow-memory", value: null, sentence: sentence("Memory is slower than printed.") },
      ],
    },
  });
  show(sampleRooflinePage({ pools: [samplePool({ now })] }));
  const notes = await screen.findByRole("region", { name: "Agreement" });
  const alike = within(notes).getByRole("list", { name: "Equally likely causes" });
  expect(alike.tagName).toBe("UL");
  expect(within(alike).getAllByRole("listitem")).toHaveLength(2);
  expect(notes).toHaveTextContent("To distinguish them, check memory usage.");
});

test("slow memory shows the delivered bandwidth next to its times", async () => {
  const shares = samplePeriod().decodeShares!;
  const now = samplePeriod({
    decodeShares: { ...shares, bandwidthKind: "delivered", bandwidthBytesPerSecond: 0.43e12 },
  });
  show(sampleRooflinePage({ pools: [samplePool({ now })] }));
  const step = await screen.findByRole("region", { name: "One step" });
  expect(within(step).getByRole("row", { name: /^memory/ })).toHaveTextContent(
    /at a delivered bandwidth of 0\.430\sTB\/s/,
  );
});

test("a window without data states when the newest data are, and requests no inputs", async () => {
  const data = sampleRooflinePage();
  const { setting, asOfMs } = data;
  show({
    ...data,
    pools: [],
    roof: null,
    unavailableReason: describeEmptyWindow("default", "assist-8b"),
    emptyWindow: { newestDataAtMs: asOfMs - 5_000 },
    setting: {
      ...setting,
      missing: ["accelerator"],
      accelerator: { state: "unknown", unknownReason: "Not detected.", proposals: [], isOptional: false },
    },
  });
  expect(await screen.findByText(/^The newest data of/)).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    "No data in this window. default has no samples of assist-8b for this time. Choose another window.",
  );
  expect(screen.getByRole("link", { name: "Show the newest hour" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/roofline\?.*from=now-1h/),
  );
  expect(screen.queryByRole("form")).toBeNull();
  expect(screen.queryByText(/Add missing values|To compute operating points/)).toBeNull();
});

test("an unknown input opens the form, and a concurrent edit is reported", async () => {
  const setting = sampleRooflinePage().setting;
  show(
    sampleRooflinePage({
      pools: [],
      unavailableReason: [{ kind: "text", text: "To compute operating points, set the model." }],
      setting: {
        ...setting,
        missing: ["model"],
        model: { state: "unknown", unknownReason: "The model is unknown.", proposals: [], isOptional: false },
      },
    }),
  );
  const user = userEvent.setup();
  const form = await screen.findByRole("form", { name: "Edit inputs" });
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(
    "To compute operating points, set the model.",
  );
  await user.type(within(form).getByLabelText("Max. batch"), "256");
  await user.click(within(form).getByRole("button", { name: "Save" }));
  expect(await within(form).findByText(/changed in the meantime/)).toBeVisible();
  expect(patched).toEqual([{ maxBatch: 256 }]);
});

test("a what-if is labelled as a ceiling and lists its requirements", async () => {
  show(sampleRooflinePage());
  const user = userEvent.setup();
  const section = await screen.findByRole("region", { name: "What if" });
  await user.selectOptions(await within(section).findByLabelText("Weights"), "fp8");
  const bounds = await within(section).findByRole("table", { name: "Ceilings" });
  expect(within(bounds).getByRole("row", { name: /^Minimum step time/ })).toHaveTextContent(/−\d+\s%/);
  const expected = within(section).getByRole("table", { name: "Estimates" });
  expect(within(expected).getByRole("row", { name: /^Step time/ })).toHaveTextContent(/7\.80\sms.*−\d+\s%/);
  expect(section).toHaveTextContent("Estimates, not ceilings");
  expect(section).toHaveTextContent("enter the price of a GPU hour under “Inputs”");
  const points = screen.getByRole("region", { name: "Operating points" });
  expect(within(points).getByRole("row", { name: /^what if/ })).toHaveTextContent(
    "a ceiling, not a forecast",
  );
  await user.click(within(section).getByRole("button", { name: "Reset" }));
  expect(within(section).queryByRole("table")).toBeNull();
});

test("a what-if on another GPU adds that GPU's roof to the roof in use and does not mark measured points as wrong", async () => {
  show(sampleRooflinePage());
  const user = userEvent.setup();
  const section = await screen.findByRole("region", { name: "What if" });
  await user.selectOptions(await within(section).findByLabelText("GPU"), "t4");
  const name = findAccelerator("t4")!.name;
  const present = sampleRooflinePage().setting.resolved.accelerator!.name;
  expect(
    await screen.findByRole("heading", {
      level: 2,
      name: `Roofline of one ${present}, what if: one ${name}`,
    }),
  ).toBeVisible();
  expect(screen.getByRole("list", { name: "Legend" })).toHaveTextContent(
    `theoretical ceiling of one ${name}, what if`,
  );
  const roofs = within(screen.getByRole("region", { name: "Roofs" }));
  expect(roofs.getByRole("row", { name: /, in use/ })).toHaveTextContent(/3\.35.*989/);
  expect(roofs.getByRole("row", { name: /, what if/ })).toHaveTextContent(/0\.320.*65/);
  const points = screen.getByRole("region", { name: "Operating points" });
  expect(within(points).getByRole("row", { name: /^decode while busy/ })).not.toHaveTextContent("warning");
});

test("the form keeps a chosen GPU that has been retired", async () => {
  const setting = sampleRooflinePage().setting;
  show(
    sampleRooflinePage({
      setting: {
        ...setting,
        accelerator: {
          state: "known",
          value: { id: "lab-card", title: "Lab card" },
          origin: { kind: "chosen", author: "operator", version: 1, atMs: 0 },
          warnings: [],
        },
      },
    }),
  );
  const user = userEvent.setup();
  const inputs = await screen.findByRole("region", { name: "Inputs" });
  await user.click(within(inputs).getByRole("button", { name: "Edit" }));
  expect(await within(inputs).findByRole("option", { name: "H100 80 GB SXM5" })).toBeInTheDocument();
  expect(within(inputs).getByLabelText("GPU")).toHaveDisplayValue("Lab card, retired");
});
