/** Tests the selection of exporter targets against mocked endpoints. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { DeploymentExportersResponse } from "@/lib/contracts/deployment-exporters";
import type { DiscoveryPreviewResponse, ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import { ExportersEditor } from "./exporters-editor";

type Target = DeploymentExportersResponse["targets"][number];

const gpu: Target = {
  exporter: "dcgm",
  title: "dcgm-exporter",
  family: "gpu",
  selector: { Hostname: "n1" },
  fit: "joined",
  usedBy: [],
};
const database = (job: string, fit: Target["fit"], ...usedBy: string[]): Target => ({
  exporter: "postgres",
  title: "postgres_exporter",
  family: "database",
  selector: { job },
  fit,
  usedBy,
});

const preview: DiscoveryPreviewResponse = {
  asOfMs: 0,
  instances: ["a"],
  signals: [
    {
      signal: "ttft",
      statistic: "p95",
      headline: { kind: "present", value: 0.4, atMs: 0, windowMs: 300_000 },
      pointCount: 2,
      values: [0.3, 0.4],
    },
  ],
  attachments: [],
};

function serveFixtures(targets: readonly Target[], unlistedCount = 0): readonly string[] {
  const tried: string[] = [];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (init?.method === "PATCH") saved.push(JSON.parse(init.body as string) as ReviewBody);
    if (path.includes("/preview")) {
      tried.push(typeof init?.body === "string" ? init.body : "");
      return Response.json(preview);
    }
    return Response.json({ asOfMs: 0, targets, unlistedCount });
  });
  return tried;
}

afterEach(() => vi.unstubAllGlobals());

const deployment = { id: "d1", title: "chat", hasEditedAttachments: false } as ReviewableDeployment;

let saved: ReviewBody[] = [];

function show(of: ReviewableDeployment = deployment): void {
  saved = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ExportersEditor deployment={of} onDone={() => undefined} />
    </QueryClientProvider>,
  );
}

test("checks joined targets, offers possible targets, and folds unrelated ones", async () => {
  serveFixtures([gpu, database("features", "possible"), database("far", "elsewhere", "code")], 4);
  show();
  expect(await screen.findByRole("checkbox", { name: /Hostname="n1"/ })).toBeChecked();
  const databases = screen.getByRole("group", { name: "Database" });
  expect(databases).toHaveTextContent("The labels of these targets do not identify their deployment.");
  expect(within(databases).getByRole("checkbox", { name: /job="features"/ })).not.toBeChecked();
  expect(databases).toHaveTextContent("1 other target at this source");
  expect(databases).toHaveTextContent(/job="far" also used by code/);
  expect(screen.getByRole("form")).toHaveTextContent("4 more targets are not listed");
});

test("previews and saves checked targets and drops unchecked ones", async () => {
  const tried = serveFixtures([gpu, database("features", "possible")]);
  show();
  await userEvent.click(await screen.findByRole("checkbox", { name: /job="features"/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /Hostname="n1"/ }));
  const attachments = [{ exporter: "postgres", selectors: [{ job: "features" }] }];
  expect(tried).toContain(JSON.stringify({ deploymentId: "d1", attachments }));
  expect(
    await screen.findAllByRole("img", {
      name: /TTFT p95, With these exporters over the window, last 0\.400/,
    }),
  ).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Save exporters" }));
  await vi.waitFor(() => expect(saved).toEqual([{ attachments }]));
});

test("restores the discovered exporters", async () => {
  serveFixtures([gpu]);
  show({ ...deployment, hasEditedAttachments: true });
  await userEvent.click(await screen.findByRole("button", { name: "Restore discovered values" }));
  await vi.waitFor(() => expect(saved).toEqual([{ attachments: null }]));
});

test("names supported exporters when the source has none", async () => {
  serveFixtures([]);
  show();
  expect(await screen.findByText(/No supported exporter was found/)).toBeVisible();
});
