import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { acceleratorOf } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import type { RooflineResponse } from "@/lib/contracts/roofline";
import { makeQueryClient } from "@/lib/client/query-client";
import { samplePool, sampleRooflinePage, sampleStretch } from "@/tests/support/roofline-page";
import { RooflinePage } from "./roofline-page";

vi.mock("next/navigation", () => ({
  usePathname: () => "/roofline",
  useSearchParams: () => new URLSearchParams("d=assist-8b"),
}));

const patched: unknown[] = [];

function show(room: RooflineResponse): void {
  patched.length = 0;
  // Without a layout there is no width, and the plot, which browser tests look at, draws nothing.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    if (init?.method === "PATCH") {
      patched.push(JSON.parse(init.body as string));
      return Promise.resolve(
        Response.json({ code: "precondition-failed", title: "Changed", detail: "changed" }, { status: 412 }),
      );
    }
    if (address.startsWith("/api/v1/roofline?")) return Promise.resolve(Response.json(room));
    if (address.startsWith("/api/v1/roofline/accelerators"))
      return Promise.resolve(
        Response.json({
          asOfMs: 0,
          accelerators: ["h100-sxm", "t4"].map((id) => ({
            accelerator: acceleratorOf(id),
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

test("the room answers in its heading, and has every point as a row", async () => {
  show(sampleRooflinePage());
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
    /Roofline|assist-8b|memory-bound/,
  );
  const points = await screen.findByRole("region", { name: "Operating points" });
  expect(within(points).getByRole("row", { name: /^decode while busy/ })).toHaveTextContent(
    /31\.8.*83\.6.*memory/,
  );
  expect(within(points).getByRole("row", { name: /^decode on average/ })).toHaveTextContent(/busy 83/);
  // Who saw it is told with its name: a seventh column would be cut off at the half of the page that the table has.
  expect(within(points).getByRole("rowheader", { name: /^decode while busy token counters/ })).toBeVisible();
  expect(within(points).getAllByRole("columnheader")).toHaveLength(6);
  expect(
    screen.getByRole("img", { name: /^One decode step of 7\.80\sms: memory 6\.95\sms; compute/ }),
  ).toBeVisible();
  expect(screen.getByText(/No point of engine's estimate/)).toBeVisible();
});

test("slices that were left out of the trail are told with the reason", async () => {
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
    "12 of 120 slices without a full place in the trail. Samples do not cover this time.",
  );
});

test("what disagrees and inputs that cannot be true are named with their suspects", async () => {
  const sentence = (text: string) => [{ kind: "text" as const, text }];
  const now = sampleStretch({
    agreement: {
      ...sampleStretch().agreement!,
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
  expect(within(notes).getByRole("alert")).toHaveTextContent(/Inputs wrong.*A100/);
  expect(notes).toHaveTextContent(/They disagree.*Memory is slower/);
  const points = screen.getByRole("region", { name: "Operating points" });
  expect(within(points).getByRole("row", { name: /^decode while busy/ })).toHaveTextContent("doubted");
});

test("the minutes of now are those that samples cover, by one name in legend and step", async () => {
  const { endMs } = sampleStretch();
  show(
    sampleRooflinePage({
      pools: [samplePool({ now: sampleStretch({ startMs: endMs - 120_000, coveredMs: 120_000 }) })],
    }),
  );
  const legend = await screen.findByRole("list", { name: "Legend" });
  expect(legend).toHaveTextContent(/while busy, last 2\smin/);
  expect(screen.getByRole("region", { name: "One step" })).toHaveTextContent(/mean of the last 2\smin: 7\.8/);
});

test("the legend of a window in the past tells its own times, not how long ago they are", async () => {
  const room = sampleRooflinePage();
  show({ ...room, asOfMs: room.window.endMs + 86_400_000 });
  const legend = await screen.findByRole("list", { name: "Legend" });
  expect(legend).not.toHaveTextContent(/ago|now/);
  expect(legend).toHaveTextContent(/\d\d:\d\d – .*\d\d:\d\d UTC/);
});

test("the trail can be taken along as CSV", async () => {
  show(sampleRooflinePage());
  expect(await screen.findByRole("button", { name: "Download CSV" })).toBeEnabled();
});

test("suspects that look alike are told without an order, with what would tell them apart", async () => {
  const sentence = (text: string) => [{ kind: "text" as const, text }];
  const now = sampleStretch({
    agreement: {
      ...sampleStretch().agreement!,
      agrees: false,
      cause: "cannot-tell",
      distinguishingEvidence: sentence("The memory that is used would tell them apart."),
      suspects: [
        { kind: "weight-format", value: "fp8", sentence: sentence("The weights are stored otherwise: FP8.") },
        { kind: "slow-memory", value: null, sentence: sentence("Memory is slower than printed.") },
      ],
    },
  });
  show(sampleRooflinePage({ pools: [samplePool({ now })] }));
  const notes = await screen.findByRole("region", { name: "Agreement" });
  const alike = within(notes).getByRole("list", { name: "Suspects that look alike" });
  expect(alike.tagName).toBe("UL");
  expect(within(alike).getAllByRole("listitem")).toHaveLength(2);
  expect(notes).toHaveTextContent("The memory that is used would tell them apart.");
});

test("slow memory: what its times are told against stands beside them", async () => {
  const shares = sampleStretch().decodeShares!;
  const now = sampleStretch({
    decodeShares: { ...shares, bandwidthIs: "delivered", bandwidthBytesPerSecond: 0.43e12 },
  });
  show(sampleRooflinePage({ pools: [samplePool({ now })] }));
  const step = await screen.findByRole("region", { name: "One step" });
  expect(within(step).getByRole("row", { name: /^memory/ })).toHaveTextContent(
    /at the 0\.430\sTB\/s that it delivers/,
  );
});

test("what is not known is asked for, with the form open; what another wrote meanwhile is said", async () => {
  const setting = sampleRooflinePage().setting;
  show(
    sampleRooflinePage({
      pools: [],
      unavailableReason: [{ kind: "text", text: "Points need to know which model." }],
      setting: {
        ...setting,
        missing: ["model"],
        model: { state: "unknown", unknownReason: "Which model is it?", proposals: [], isOptional: false },
      },
    }),
  );
  const user = userEvent.setup();
  const form = await screen.findByRole("form", { name: "What this rests on" });
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Points need to know which model.");
  await user.type(within(form).getByLabelText("Batch, at most"), "256");
  await user.click(within(form).getByRole("button", { name: "Save" }));
  expect(await within(form).findByText(/Somebody else changed it meanwhile/)).toBeVisible();
  expect(patched).toEqual([{ maxBatch: 256 }]);
});

test("a change is a ceiling, said with what it needs", async () => {
  show(sampleRooflinePage());
  const user = userEvent.setup();
  const section = await screen.findByRole("region", { name: "What if" });
  await user.selectOptions(await within(section).findByLabelText("Weights"), "fp8");
  const bounds = await within(section).findByRole("table", { name: "New bounds" });
  expect(within(bounds).getByRole("row", { name: /^Step at best/ })).toHaveTextContent(/−\d+\s%/);
  const expected = within(section).getByRole("table", { name: "Expected" });
  expect(within(expected).getByRole("row", { name: /^Step, as it runs now/ })).toHaveTextContent(
    /7\.80\sms.*−\d+\s%/,
  );
  expect(section).toHaveTextContent("Expected, not a ceiling");
  expect(section).toHaveTextContent('price of an accelerator\'s hour below, under "What this rests on"');
  const points = screen.getByRole("region", { name: "Operating points" });
  expect(within(points).getByRole("row", { name: /^what if/ })).toHaveTextContent(
    "a ceiling, not a forecast",
  );
  await user.click(within(section).getByRole("button", { name: "Reset" }));
  expect(within(section).queryByRole("table")).toBeNull();
});

test("what if on another GPU: its roof is called by its name, and no measured point is told as wrong there", async () => {
  show(sampleRooflinePage());
  const user = userEvent.setup();
  const section = await screen.findByRole("region", { name: "What if" });
  await user.selectOptions(await within(section).findByLabelText("GPU"), "t4");
  const name = acceleratorOf("t4")!.name;
  expect(await screen.findByRole("heading", { level: 2, name: `Roofline of one ${name}` })).toBeVisible();
  const points = screen.getByRole("region", { name: "Operating points" });
  expect(within(points).getByRole("row", { name: /^decode while busy/ })).not.toHaveTextContent("doubted");
});

test("a GPU that was chosen and is retired since is still the one that the form shows", async () => {
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
  const rests = await screen.findByRole("region", { name: "What this rests on" });
  await user.click(within(rests).getByRole("button", { name: "Change" }));
  expect(await within(rests).findByRole("option", { name: "H100 80 GB SXM5" })).toBeInTheDocument();
  expect(within(rests).getByLabelText("GPU")).toHaveDisplayValue("Lab card, retired");
});
