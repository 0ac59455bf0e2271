import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { makeQueryClient } from "@/lib/client/query-client";
import { HardwarePage } from "./hardware-page";

vi.mock("next/navigation", () => ({
  usePathname: () => "/settings/hardware",
  useSearchParams: () => new URLSearchParams(),
}));

const h100 = findAccelerator("h100-sxm");
const card = { ...h100, id: "lab-card", name: "Lab card", confidence: "stated" };
const written: { address: string; body: unknown; ifMatch: string | null }[] = [];

/** A custom GPU, retired in version 4, that is made available again. */
function show(): void {
  written.length = 0;
  let isRetired = true;
  const row = (version: number) => ({
    accelerator: card,
    provenance: { kind: "added", version, author: "operator", atMs: 1_700_000_000_000 },
  });
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    if (init?.method === "PATCH") {
      isRetired = false;
      const ifMatch = new Headers(init.headers).get("if-match");
      written.push({ address, body: JSON.parse(init.body as string), ifMatch });
      return Promise.resolve(Response.json({ asOfMs: 0, row: row(5) }));
    }
    if (address === "/api/v1/roofline/accelerators")
      return Promise.resolve(
        Response.json({
          asOfMs: 0,
          accelerators: [
            { accelerator: h100, provenance: { kind: "built-in" } },
            ...(isRetired ? [] : [row(5)]),
          ],
          retired: isRetired ? [row(4)] : [],
        }),
      );
    if (address === "/api/v1/roofline/models")
      return Promise.resolve(Response.json({ asOfMs: 0, models: [], retired: [] }));
    if (address === "/api/v1/roofline/accelerators/lab-card")
      return Promise.resolve(
        Response.json({
          asOfMs: 0,
          id: "lab-card",
          isRetired: true,
          versions: [
            { version: 4, author: "operator", atMs: 4, isRetired: true, document: { accelerator: card } },
            { version: 3, author: "operator", atMs: 3, isRetired: false, document: { accelerator: card } },
          ],
        }),
      );
    return Promise.resolve(Response.json({ asOfMs: 0 }));
  });
  renderPage();
}

function renderPage(): void {
  render(
    <NuqsTestingAdapter>
      <QueryClientProvider client={makeQueryClient()}>
        <HardwarePage />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("folds retired entries below the table with their versions, and makes them available again", async () => {
  show();
  const user = userEvent.setup();
  const gpus = await screen.findByRole("region", { name: "GPUs" });
  expect(within(gpus).queryByRole("button", { name: "Retire Lab card" })).toBeNull();
  await user.click(await within(gpus).findByText("1 retired GPU"));
  const retired = within(gpus).getByRole("region", { name: "Retired GPUs, table" });
  expect(within(retired).getByRole("row", { name: /^Lab card/ })).toHaveTextContent(/operator,\sversion 4/u);
  await user.click(within(retired).getByRole("button", { name: "Versions of Lab card" }));
  expect(await within(gpus).findByText(/^Version 4 by operator.*retired$/)).toBeVisible();
  await user.click(within(retired).getByRole("button", { name: "Make Lab card available" }));
  expect(await within(gpus).findByRole("button", { name: "Retire Lab card" })).toBeVisible();
  expect(within(gpus).queryByText("1 retired GPU")).toBeNull();
  expect(written).toEqual([
    { address: "/api/v1/roofline/accelerators/lab-card", body: { isRetired: false }, ifMatch: '"4"' },
  ]);
});

test("shows no retired section without retired entries, and finds retired entries by name", async () => {
  show();
  const models = await screen.findByRole("region", { name: "Models" });
  expect(within(models).queryByText(/retired/)).toBeNull();
  const gpus = screen.getByRole("region", { name: "GPUs" });
  await userEvent.type(within(gpus).getByLabelText("Filter GPUs"), "H100");
  expect(within(gpus).queryByText(/retired GPU/)).toBeNull();
});

test("versions that are opened while a saved form closes remain open", async () => {
  let version = 5;
  let endRead = (): void => undefined;
  let modelsRead: Promise<unknown> = Promise.resolve();
  const provenance = () => ({ kind: "added", version, author: "operator", atMs: 1_700_000_000_000 });
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    if (init?.method !== undefined && init.method !== "GET") {
      version += 1;
      modelsRead = new Promise<void>((resolve) => {
        endRead = resolve;
      });
      return Response.json({ asOfMs: 0, row: { accelerator: card, provenance: provenance() } });
    }
    if (address === "/api/v1/roofline/accelerators") {
      const accelerators = [{ accelerator: card, provenance: provenance() }];
      return Response.json({ asOfMs: 0, accelerators, retired: [] });
    }
    if (address === "/api/v1/roofline/models") {
      await modelsRead;
      return Response.json({ asOfMs: 0, models: [], retired: [] });
    }
    const versions = [
      { version, author: "operator", atMs: 4, isRetired: false, document: { accelerator: card } },
    ];
    return Response.json({ asOfMs: 0, id: "lab-card", isRetired: false, versions });
  });
  renderPage();
  const gpus = await screen.findByRole("region", { name: "GPUs" });
  await userEvent.click(await within(gpus).findByRole("button", { name: "Edit Lab card" }));
  const form = await within(gpus).findByRole("form", { name: "Edit Lab card" });
  await userEvent.type(within(form).getByLabelText("Vendor"), " Inc.");
  await userEvent.click(within(form).getByRole("button", { name: "Save" }));
  expect(await within(gpus).findByText(/version 6/)).toBeVisible();
  await userEvent.click(within(gpus).getByRole("button", { name: "Versions of Lab card" }));
  expect(await within(gpus).findByText(/^Version 6 by operator/)).toBeVisible();
  endRead();
  await vi.waitFor(() => expect(within(gpus).queryByRole("form", { name: "Edit Lab card" })).toBeNull());
  await modelsRead;
  await new Promise((resolve) => setTimeout(resolve));
  expect(within(gpus).getByText(/^Version 6 by operator/)).toBeVisible();
});
