/** Mapping metrics by what a person sees and types; the doors are played. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PreviewResponse, Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { MappingsEditor } from "./mappings-editor";

const preview: PreviewResponse = { asOfMs: 0, instances: ["a"], signals: [], attachments: [] };
let tried: string[] = [];

beforeEach(() => {
  tried = [];
  vi.stubGlobal("fetch", async (_path: string, init?: RequestInit) => {
    tried.push(typeof init?.body === "string" ? init.body : "");
    return Response.json(preview);
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(mappings: Proposal["mappings"]): readonly ReviewBody[] {
  const saved: ReviewBody[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const deployment = { id: "d1", title: "pretrain", mappings } as Proposal;
  render(
    <QueryClientProvider client={client}>
      <MappingsEditor
        deployment={deployment}
        isBusy={false}
        onSave={(body) => saved.push(body)}
        onCancel={() => undefined}
      />
    </QueryClientProvider>,
  );
  return saved;
}

const save = () => screen.getByRole("button", { name: "Save mappings" });

test("what is mapped stands in its fields, is changed, tried and saved", async () => {
  const saved = show({ "train-loss": { gauge: "loss" } });
  const loss = screen.getByRole("group", { name: "Loss" });
  const metric = within(loss).getByLabelText("Metric");
  expect(metric).toHaveValue("loss");
  await userEvent.clear(metric);
  await userEvent.type(metric, "my_loss");
  await userEvent.type(within(loss).getByLabelText("Only with labels"), 'split="train"');
  const mappings = { "train-loss": { gauge: "my_loss", labels: { split: "train" } } };
  await vi.waitFor(() => expect(tried).toContain(JSON.stringify({ deployment: "d1", mappings })));
  await userEvent.click(save());
  expect(saved).toEqual([{ mappings }]);
});

test("what cannot be is told beside its field and cannot be saved", async () => {
  const saved = show({ "train-tokens": { counter: "tokens_total" } });
  const [tokens] = screen.getAllByRole("group");
  if (tokens === undefined) throw new Error("nothing is mapped");
  await userEvent.selectOptions(within(tokens).getByLabelText("Read as"), "gauge");
  expect(within(tokens).getByRole("alert")).toHaveTextContent("A rate cannot be computed from a gauge");
  expect(within(tokens).getByLabelText("Metric")).toBeInvalid();
  expect(save()).toBeDisabled();
  await userEvent.type(within(tokens).getByLabelText("Metric"), "{Enter}");
  expect(saved).toEqual([]);
});

test("a line is added for a signal that has none, and removed", async () => {
  const saved = show({ "train-loss": { gauge: "loss" } });
  await userEvent.click(screen.getByRole("button", { name: "Add a mapping" }));
  // A line without a name yet is nobody's mistake, and nothing to save.
  expect(screen.queryByRole("alert")).toBeNull();
  expect(save()).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Remove Step time" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove Loss" }));
  expect(screen.getByRole("form")).toHaveTextContent("Nothing is mapped.");
  await userEvent.click(save());
  expect(saved).toEqual([{ mappings: {} }]);
});
