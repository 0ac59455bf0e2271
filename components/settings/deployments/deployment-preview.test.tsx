/** Tests that the preview never shows values of a previous selection. The endpoint is mocked. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { DiscoveryPreviewBody, DiscoveryPreviewResponse } from "@/lib/contracts/discovery";
import { DeploymentPreview } from "./deployment-preview";

const answer = (instances: readonly string[], values: readonly number[]): DiscoveryPreviewResponse => ({
  asOfMs: 0,
  instances: [...instances],
  signals: [
    {
      signal: "ttft",
      statistic: "p95",
      headline: { kind: "present", value: 0.4, atMs: 0, windowMs: 300_000 },
      pointCount: 2,
      values: [...values],
    },
  ],
  attachments: [],
});

afterEach(() => vi.unstubAllGlobals());

const first: DiscoveryPreviewBody = { deploymentId: "d1" };
const second: DiscoveryPreviewBody = { deploymentId: "d1", attachments: [] };

test("shows a loading state instead of previous values or an empty result", async () => {
  let finish: (response: Response) => void = () => undefined;
  const later = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  vi.stubGlobal("fetch", async (_path: string, init?: RequestInit) =>
    init?.body === JSON.stringify(first) ? Response.json(answer([], [])) : later,
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const preview = (body: DiscoveryPreviewBody) => (
    <QueryClientProvider client={client}>
      <DeploymentPreview label="With these" body={body} />
    </QueryClientProvider>
  );
  const { rerender } = render(preview(first));
  expect(await screen.findByRole("img", { name: /no values in this window/ })).toBeVisible();
  expect(screen.getByRole("group", { name: "With these" })).toHaveTextContent("match no server");

  rerender(preview(second));
  const group = screen.getByRole("group", { name: "With these" });
  expect(
    screen.getByRole("img", { name: "Time to first token, TTFT p95, With these: loading" }),
  ).toHaveAttribute("aria-busy");
  expect(group).toHaveAttribute("aria-busy", "true");
  expect(group).toHaveTextContent(/Servers\s*loading/);
  expect(group).not.toHaveTextContent(/0\.4|match no server/);
  expect(screen.queryByRole("img", { name: /no values/ })).toBeNull();

  finish(Response.json(answer(["a", "b"], [0.3, 0.4])));
  expect(await screen.findByRole("img", { name: /over the window, last 0\.400/ })).toBeVisible();
  expect(group).toHaveTextContent(/Servers\s*2/);
  expect(group).not.toHaveAttribute("aria-busy");
});
