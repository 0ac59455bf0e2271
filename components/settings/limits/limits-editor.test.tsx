/** Tests the limits form: texts in display units, the request, and its errors. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DiscoveryPreviewResponse, ReviewableDeployment } from "@/lib/contracts/discovery";
import { limitIds, resolveLimits } from "@/lib/model/deployment/limits";
import { parseForm } from "@/tests/support/parse-form";
import { limitsSchema, toLimitTexts, LimitsEditor } from "./limits-editor";

const preview: DiscoveryPreviewResponse = { asOfMs: 0, instances: ["a"], signals: [], attachments: [] };
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", async (_url: string, { method, body = "" }: { method?: string; body?: string }) => {
    if (method !== "PATCH") return Response.json(preview);
    sent.push(JSON.parse(body));
    return Response.json({ asOfMs: 0, deployment });
  });
});
afterEach(() => vi.unstubAllGlobals());

function limitsWith(
  overrides: Parameters<typeof resolveLimits>[0]["limits"],
): ReviewableDeployment["limits"] {
  const values = resolveLimits({ limits: overrides });
  const described = limitIds.map((id) => {
    const setBy = overrides?.[id] === undefined ? "default" : "person";
    return [id, { value: values[id], setBy }] as const;
  });
  return Object.fromEntries(described) as ReviewableDeployment["limits"];
}

const deployment = {
  id: "d1",
  title: "chat",
  version: 3,
  limits: limitsWith({ meanTpotSeconds: 0.08 }),
} as unknown as ReviewableDeployment;

function show(): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LimitsEditor deployment={deployment} onDone={vi.fn()} />
    </QueryClientProvider>,
  );
}

const fieldNamed = (name: RegExp): HTMLElement => screen.getByRole("textbox", { name });

test("shows overrides in display units, and the default of every limit", () => {
  show();
  expect(fieldNamed(/^Mean TPOT, ms/)).toHaveValue("80");
  expect(fieldNamed(/^TTFT p95, s/)).toHaveValue("");
  expect(screen.getByText(/^default 95\s%$/)).toBeVisible();
});

test("sends all overrides in canonical units", async () => {
  const user = userEvent.setup();
  show();
  await user.type(fieldNamed(/^TTFT p95, s/), "2.5");
  await user.type(fieldNamed(/^Error ratio, %/), "0.7");
  await user.click(screen.getByRole("button", { name: "Save limits" }));
  await waitFor(() =>
    expect(sent).toEqual([{ limits: { ttftP95Seconds: 2.5, meanTpotSeconds: 0.08, errorRatio: 0.007 } }]),
  );
});

test.each([
  ["0", "must be a number above 0, at most 100"],
  ["101", "must be a number above 0, at most 100"],
  ["high", "must be a number above 0, at most 100"],
])("refuses a KV usage of %s %%", (text, error) => {
  const limits = { ...toLimitTexts(limitsWith({})), kvUsageRatio: text };
  expect(parseForm(limitsSchema, { limits }).errors).toEqual({ "limits.kvUsageRatio": error });
});

test("empty fields restore the defaults", () => {
  expect(parseForm(limitsSchema, { limits: toLimitTexts(limitsWith({})) }).body).toEqual({ limits: null });
});
