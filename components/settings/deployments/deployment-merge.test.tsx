/** Tests the merge form and the split action against mocked endpoints. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DiscoveryPreviewResponse, ReviewableDeployment } from "@/lib/contracts/discovery";
import { DeploymentActions } from "./deployment-actions";
import { DeploymentMergeForm } from "./deployment-merge";

const preview: DiscoveryPreviewResponse = { asOfMs: 0, instances: ["a"], signals: [], attachments: [] };

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json(preview));
});
afterEach(() => vi.unstubAllGlobals());

const vllm = { id: "vllm", title: "vLLM", role: "engine" } as const;
const chat = { id: "d1", title: "chat", model: "chat-8b", engine: vllm } as unknown as ReviewableDeployment;
const merged = {
  ...chat,
  mergedInto: { id: "d2", slug: "all", title: "All" },
  managedBy: "discovered",
  changeRefusal: null,
};

function showMerge(target: Partial<ReviewableDeployment>): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const deployments = [{ ...chat, id: "d2", title: "search", ...target }];
  render(
    <QueryClientProvider client={client}>
      <DeploymentMergeForm deployment={chat} mergeTargets={deployments} onDone={vi.fn()} />
    </QueryClientProvider>,
  );
}

test("warns that percentiles of two models would be pooled", () => {
  showMerge({ model: "search-30b" });
  expect(
    screen.getByText(/different models, chat-8b and search-30b\. Merged percentiles describe neither model/),
  ).toBeVisible();
});

test("shows no warning when both deployments serve the same model", () => {
  showMerge({ model: "chat-8b" });
  expect(screen.queryByText(/different models/)).toBeNull();
});

test("shows no warning when a gateway is added in front of its engine", () => {
  showMerge({ model: "search-30b", engine: { ...vllm, id: "sglang" } });
  expect(screen.queryByText(/different models/)).toBeNull();
});

test.each([
  [true, 1],
  [false, 0],
])('offers "Split" only where it is possible: %s', (canSplitOff, count) => {
  render(
    <DeploymentActions
      deployment={{ ...merged, canSplitOff } as ReviewableDeployment}
      isBusy={false}
      canMerge={false}
      onReview={vi.fn()}
      onOpenForm={vi.fn()}
      nextFocus={() => null}
    />,
  );
  expect(screen.queryAllByRole("button", { name: /^Split\s*from/ })).toHaveLength(count);
  expect(screen.queryAllByText("merged by the configuration file")).toHaveLength(1 - count);
});

test("states why the caller may change nothing, in place of the actions", () => {
  const changeRefusal =
    "Another team owns this deployment. Ask a member of the team or an admin to make the change.";
  render(
    <DeploymentActions
      deployment={{ ...merged, canSplitOff: true, changeRefusal } as ReviewableDeployment}
      isBusy={false}
      canMerge
      onReview={vi.fn()}
      onOpenForm={vi.fn()}
      nextFocus={() => null}
    />,
  );
  expect(screen.getByText(changeRefusal)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("offers only the team for a deployment of the configuration file", async () => {
  const onOpenForm = vi.fn();
  render(
    <DeploymentActions
      deployment={{ ...chat, mergedInto: null, managedBy: "file", changeRefusal: null }}
      isBusy={false}
      canMerge
      onReview={vi.fn()}
      onOpenForm={onOpenForm}
      nextFocus={() => null}
    />,
  );
  const buttons = screen.getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Choose team of chat"]);
  buttons[0]?.click();
  expect(onOpenForm).toHaveBeenCalledExactlyOnceWith("team");
});
