/** What a merge says before it is done, and what is offered of one that was; the doors are played. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PreviewResponse, Proposal } from "@/lib/contracts/discovery";
import { DeploymentActions } from "./deployment-actions";
import { DeploymentMerge } from "./deployment-merge";

const preview: PreviewResponse = { asOfMs: 0, instances: ["a"], signals: [], attachments: [] };

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json(preview));
});
afterEach(() => vi.unstubAllGlobals());

const vllm = { id: "vllm", title: "vLLM", role: "engine" } as const;
const chat = { id: "d1", title: "chat", model: "chat-8b", engine: vllm } as unknown as Proposal;
const merged = { ...chat, mergedInto: { id: "d2", slug: "all", title: "All" }, managedBy: "discovered" };

function showMerge(target: Partial<Proposal>): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const all = [{ ...chat, id: "d2", title: "search", ...target }];
  render(
    <QueryClientProvider client={client}>
      <DeploymentMerge deployment={chat} targets={all} isBusy={false} onSave={vi.fn()} onCancel={vi.fn()} />
    </QueryClientProvider>,
  );
}

test("two models are warned of before their percentiles are pooled", () => {
  showMerge({ model: "search-30b" });
  expect(screen.getByText(/two models, chat-8b and search-30b: percentiles over both/)).toBeVisible();
});

test("one model in two places is no reason to warn", () => {
  showMerge({ model: "chat-8b" });
  expect(screen.queryByText(/two models/)).toBeNull();
});

test("a gateway put before engines pools nothing with them", () => {
  showMerge({ model: "search-30b", engine: { ...vllm, id: "sglang" } });
  expect(screen.queryByText(/two models/)).toBeNull();
});

test.each([
  [true, 1],
  [false, 0],
])("splitting off is offered where it can be done: %s", (canSplitOff, count) => {
  render(
    <DeploymentActions
      deployment={{ ...merged, canSplitOff } as Proposal}
      isBusy={false}
      canMerge={false}
      onReview={vi.fn()}
      onOpenForm={vi.fn()}
      nextFocus={() => null}
    />,
  );
  expect(screen.queryAllByRole("button", { name: /^Split off/ })).toHaveLength(count);
  expect(screen.queryAllByText("merged in the configuration file")).toHaveLength(1 - count);
});
