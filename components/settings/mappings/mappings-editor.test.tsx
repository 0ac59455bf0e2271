/** Tests editing of signal mappings against mocked endpoints. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DiscoveryPreviewResponse, ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import { MappingsEditor } from "./mappings-editor";

const preview: DiscoveryPreviewResponse = { asOfMs: 0, instances: ["a"], signals: [], attachments: [] };
let tried: string[] = [];
let saved: ReviewBody[] = [];

beforeEach(() => {
  [tried, saved] = [[], []];
  vi.stubGlobal("fetch", async (_path: string, init?: RequestInit) => {
    const body = typeof init?.body === "string" ? init.body : "";
    if (init?.method === "PATCH") saved.push(JSON.parse(body) as ReviewBody);
    else tried.push(body);
    return Response.json(preview);
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(mappings: ReviewableDeployment["mappings"]): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const deployment = { id: "d1", title: "pretrain", mappings } as ReviewableDeployment;
  render(
    <QueryClientProvider client={client}>
      <MappingsEditor deployment={deployment} onDone={() => undefined} />
    </QueryClientProvider>,
  );
}

const save = () => screen.getByRole("button", { name: "Save mappings" });

test("shows saved mappings and previews and saves changes", async () => {
  show({ "train-loss": { gauge: "loss" } });
  const loss = screen.getByRole("group", { name: "Loss" });
  const metric = within(loss).getByLabelText("Metric");
  expect(metric).toHaveValue("loss");
  await userEvent.clear(metric);
  await userEvent.type(metric, "my_loss");
  await userEvent.type(within(loss).getByLabelText("Label filter"), 'split="train"');
  const mappings = { "train-loss": { gauge: "my_loss", labels: { split: "train" } } };
  await vi.waitFor(() => expect(tried).toContain(JSON.stringify({ deploymentId: "d1", mappings })));
  await userEvent.click(save());
  await vi.waitFor(() => expect(saved).toEqual([{ mappings }]));
});

test("shows validation errors next to the field and disables saving", async () => {
  show({ "train-tokens": { counter: "tokens_total" } });
  const [tokens] = screen.getAllByRole("group");
  if (tokens === undefined) throw new Error("no signal is mapped");
  await userEvent.selectOptions(within(tokens).getByLabelText("Metric type"), "gauge");
  expect(within(tokens).getByRole("alert")).toHaveTextContent("A rate cannot be computed from a gauge");
  expect(within(tokens).getByLabelText("Metric")).toBeInvalid();
  expect(save()).toBeDisabled();
  await userEvent.type(within(tokens).getByLabelText("Metric"), "{Enter}");
  expect(saved).toEqual([]);
});

test("adds a row for an unmapped signal and removes rows", async () => {
  show({ "train-loss": { gauge: "loss" } });
  await userEvent.click(screen.getByRole("button", { name: "Add a mapping" }));
  // An empty new row shows no error and cannot be saved.
  expect(screen.queryByRole("alert")).toBeNull();
  expect(save()).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Remove Step time" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove Loss" }));
  expect(screen.getByRole("form")).toHaveTextContent("No signal is mapped.");
  await userEvent.click(save());
  await vi.waitFor(() => expect(saved).toEqual([{ mappings: {} }]));
});
