/** Tests phase rules and trace services against mocked endpoints. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import type {
  TraceSettingsPreviewBody,
  TraceSettingsPreviewResponse,
  TraceServicesResponse,
} from "@/lib/contracts/traces/trace-settings-preview";
import { PhasesEditor } from "./phases-editor";
import { TraceServicesEditor } from "@/components/settings/deployments/trace-services-editor";

let tried: TraceSettingsPreviewBody[] = [];
let saved: ReviewBody[] = [];

function answer({
  phases = [],
  traceServices = ["gateway"],
}: TraceSettingsPreviewBody): TraceSettingsPreviewResponse {
  return {
    asOfMs: 0,
    window: { startMs: 0, endMs: 3_600_000 },
    service: traceServices[0] ?? null,
    requestCount: traceServices.length === 0 ? 0 : 50,
    isTruncated: false,
    services: traceServices.map((name) => ({ name, spanCount: 50, traceCount: 50, requestTimeShare: 0.5 })),
    rules: phases.map(() => ({ spanCount: 40, traceCount: 20, requestTimeShare: 0.25 })),
    phases: [{ phase: "unexplained", share: 1, savedShare: 1 }],
    unknown: [{ service: "engine", name: "prepare batch #", spanCount: 50, requestTimeShare: 0.4 }],
    unknownCount: 3,
  };
}

const services: TraceServicesResponse = {
  asOfMs: 0,
  source: "jaeger",
  services: [
    { name: "engine", owner: null },
    { name: "gateway", owner: null },
    { name: "store", owner: "Search" },
  ],
  unlistedCount: 0,
};

beforeEach(() => {
  [tried, saved] = [[], []];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path.includes("trace-services")) return Response.json(services);
    const text = typeof init?.body === "string" ? init.body : "{}";
    if (init?.method === "PATCH") {
      saved.push(JSON.parse(text) as ReviewBody);
      return Response.json({});
    }
    const body = JSON.parse(text) as TraceSettingsPreviewBody;
    tried.push(body);
    return Response.json(answer(body));
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(
  Editor: ComponentType<Parameters<typeof PhasesEditor>[0]>,
  text: Partial<ReviewableDeployment>,
): void {
  const deployment = {
    id: "d1",
    title: "chat",
    phases: [],
    traceServices: [],
    ...text,
  } as unknown as ReviewableDeployment;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Editor deployment={deployment} onDone={() => undefined} />
    </QueryClientProvider>,
  );
}

test("previews a rule on recent requests and saves it", async () => {
  show(PhasesEditor, {});
  const save = screen.getByRole("button", { name: "Save phases" });
  expect(save).toBeDisabled();
  const rule = screen.getByRole("group", { name: "Rule 1" });
  await userEvent.type(within(rule).getByLabelText("Operation"), "prepare*");
  await userEvent.type(within(rule).getByLabelText("Attribute"), "stage=warm");
  await userEvent.selectOptions(within(rule).getByLabelText("Phase"), "Queue");
  const phases = [{ operation: "prepare*", attribute: "stage=warm", phase: "queue" as const }];
  await vi.waitFor(() => expect(tried).toContainEqual({ deploymentId: "d1", phases }));
  expect(
    await within(rule).findByText(/40 spans in 20 requests, 25\.0\s% of the requests’ time/),
  ).toBeDefined();
  await userEvent.click(save);
  await vi.waitFor(() => expect(saved).toEqual([{ phases }]));
});

test("rejects a rule that matches every span, next to its field", async () => {
  show(PhasesEditor, { phases: [{ operation: "run", phase: "prefill" }] });
  const rule = screen.getByRole("group", { name: "Rule 1" });
  const field = within(rule).getByLabelText("Operation");
  await userEvent.clear(field);
  await userEvent.type(field, "**{Enter}");
  expect(within(rule).getByRole("alert")).toHaveTextContent("It matches every span");
  expect(field).toBeInvalid();
  expect(saved).toEqual([]);
});

test("creates a rule for an unmatched operation, and restores the engine's phases without rules", async () => {
  show(PhasesEditor, {});
  await userEvent.click(
    await screen.findByRole("button", { name: "Add a rule for prepare batch # of engine" }),
  );
  expect(screen.getByLabelText("Operation")).toHaveValue("prepare batch *");
  await userEvent.click(screen.getByRole("button", { name: "Remove rule 1" }));
  await userEvent.click(screen.getByRole("button", { name: "Save phases" }));
  await vi.waitFor(() => expect(saved).toEqual([{ phases: null }]));
});

test("adds, reorders and removes trace services and shows their spans in recent requests", async () => {
  show(TraceServicesEditor, { traceServices: ["gateway"] });
  expect(await screen.findByText(/50 spans in 50 requests, 50\.0\s% of the requests’ time/)).toBeDefined();
  await userEvent.selectOptions(
    await screen.findByLabelText("Add a service from jaeger"),
    "store (used by Search)",
  );
  await userEvent.click(screen.getByRole("button", { name: "Add service" }));
  await userEvent.click(screen.getByRole("button", { name: "Move store up" }));
  await vi.waitFor(() =>
    expect(tried).toContainEqual({ deploymentId: "d1", traceServices: ["store", "gateway"] }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Save trace services" }));
  await vi.waitFor(() => expect(saved).toEqual([{ traceServices: ["store", "gateway"] }]));
});
