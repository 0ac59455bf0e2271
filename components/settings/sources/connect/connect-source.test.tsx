import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { PreviewSourcesResponse } from "@/lib/contracts/installation/source-preview";
import { ConnectSourceSection } from "./connect-source";

const found: PreviewSourcesResponse = {
  metrics: {
    kind: "found",
    product: "Prometheus",
    version: "3.1.0",
    latencyMs: 4.2,
    isPartial: false,
    targets: { count: 3, failingCount: 1 },
    engines: [{ title: "vLLM", models: ["acme/chat-70b"], instanceCount: 2 }],
    exporters: [{ title: "dcgm-exporter", family: "gpu", machineCount: 8 }],
    deployments: [
      {
        title: "chat-70b",
        model: "acme/chat-70b",
        engineTitle: "vLLM",
        instances: ["a:8000", "b:8000"],
        instanceCount: 2,
        exporters: [],
        traceServices: ["gateway"],
        signals: {
          kind: "checked",
          available: ["running", "waiting"],
          withoutTraffic: ["ttft"],
          missing: [
            {
              signals: ["kv-usage"],
              reason: "metric-absent",
              detail: "vLLM does not expose the metric now.",
              howToEnable: "Start vLLM with --kv-flag.",
            },
          ],
        },
      },
    ],
    deploymentCount: 1,
  },
  traces: {
    kind: "found",
    api: "API v3",
    version: "2.11.0",
    services: [
      { name: "gateway", deployment: "chat-70b" },
      { name: "other", deployment: null },
    ],
    serviceCount: 2,
  },
  environmentLines: "PROMETHEUS_URL=http://p:9090\nJAEGER_URL=http://j:16686\n",
  configFile: { kind: "written", text: "version: 1\n" },
};

/** Shows the section. Returns the requests that it sends, each answered with `response`. */
function show(response: object, { refusal = null as string | null, status = 200 } = {}): readonly string[] {
  const sent: string[] = [];
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit) => {
    sent.push(`${url} ${body as string}`);
    return Promise.resolve(Response.json(response, { status }));
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ConnectSourceSection refusal={refusal} />
    </QueryClientProvider>,
  );
  return sent;
}

async function check(prometheusUrl: string, jaegerUrl = ""): Promise<void> {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Prometheus URL"), prometheusUrl);
  if (jaegerUrl !== "") await user.type(screen.getByLabelText("Jaeger URL (optional)"), jaegerUrl);
  await user.click(screen.getByRole("button", { name: "Check" }));
}

afterEach(() => vi.unstubAllGlobals());

test("shows what is in the sources, and the configuration that connects them", async () => {
  const sent = show(found);
  await check(" http://p:9090 ", "http://j:16686");
  const result = await screen.findByRole("group", { name: "Result of the check" });
  expect(sent).toEqual([
    '/api/v1/sources/preview {"prometheusUrl":"http://p:9090","jaegerUrl":"http://j:16686"}',
  ]);
  expect(result).toHaveTextContent(
    /Prometheus 3\.1\.0 responds in 4.ms\. It scrapes 3 targets, of which 1 is down\./,
  );
  expect(result).toHaveTextContent("vLLM: 2 instances, acme/chat-70b");
  expect(result).toHaveTextContent("dcgm-exporter: 8 GPUs");
  const deployment = within(result).getByRole("listitem", { name: "chat-70b" });
  expect(deployment).toHaveTextContent("2 signals with data, 1 without enough requests now, 1 missing.");
  expect(deployment).toHaveTextContent("To enable: Start vLLM with --kv-flag.");
  const services = within(result).getByRole("list", { name: "Trace services" });
  expect(services).toHaveTextContent("gateway: chat-70b");
  expect(services).toHaveTextContent("other: no deployment has this name");
  expect(within(result).getByRole("region", { name: "Environment variables" }).textContent).toBe(
    found.environmentLines,
  );
  expect(within(result).getByRole("button", { name: "Copy variables" })).toBeVisible();
  expect(within(result).getByRole("button", { name: "Copy ridgepoint.yaml" })).toBeVisible();
  expect(result).toHaveTextContent("A restart of Ridgepoint applies them.");
});

test("shows why a source cannot be queried, and never a number for it", async () => {
  const failed = {
    kind: "failed",
    failure: "auth-failed",
    detail: "the metrics source rejected the credentials (401)",
    fix: "Set PROMETHEUS_BEARER_TOKEN_FILE.",
  } as const;
  show({
    ...found,
    metrics: failed,
    traces: null,
    configFile: { kind: "absent", reason: "No deployment was found." },
  });
  await check("http://p:9090");
  const result = await screen.findByRole("group", { name: "Result of the check" });
  expect(within(result).getByRole("region", { name: "Metrics" })).toHaveTextContent(
    "The metrics source rejected the credentials (401). Set PROMETHEUS_BEARER_TOKEN_FILE.",
  );
  expect(within(result).queryByRole("region", { name: "Traces" })).toBeNull();
  expect(result).toHaveTextContent("There is no ridgepoint.yaml. No deployment was found.");
});

test("shows a refused address next to its field, without a request for a text that is no URL", async () => {
  const sent = show(
    {
      code: "invalid-input",
      title: "Invalid",
      status: 400,
      detail: "The URL is a private address.",
      next: "",
      errors: [{ pointer: "#/prometheusUrl", detail: "The URL is a private address." }],
    },
    { status: 400 },
  );
  await check("prometheus:9090");
  expect(await screen.findByText("Enter a URL that begins with http:// or https://.")).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.clear(screen.getByLabelText("Prometheus URL"));
  await check("http://10.0.0.1:9090");
  expect(await screen.findByText("The URL is a private address.")).toBeVisible();
  expect(screen.getByLabelText("Prometheus URL")).toBeInvalid();
  expect(screen.queryByRole("group", { name: "Result of the check" })).toBeNull();
});

test("a person without the right reads why, and how to connect sources", () => {
  show({}, { refusal: "You need the role “admin” for this." });
  expect(screen.queryByLabelText("Prometheus URL")).toBeNull();
  expect(screen.getByText(/You need the role “admin” for this\./)).toBeVisible();
  expect(screen.getByText("PROMETHEUS_BEARER_TOKEN_FILE")).toBeVisible();
});
