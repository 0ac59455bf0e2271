/** Tests the comparison on demand, the stored validation and its watch. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type {
  ValidationPreviewResponse,
  ValidationsResponse,
} from "@/lib/contracts/investigations/validations";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { equalLoadBasis } from "@/tests/support/sample-data/report-record";
import { ValidationSection } from "./validation-section";

const asOfMs = 1_795_000_000_000;
const dayMs = 86_400_000;
const estimate = (value: number) => ({ value, lower: value * 0.9, upper: value * 1.1, n: 9_000 });
const signal = {
  signal: "ttft",
  statistic: "mean",
  title: "Mean TTFT",
  unit: "seconds",
  displayUnit: "s",
  before: estimate(0.4),
  after: estimate(0.1),
  change: { value: -0.75, lower: -0.8, upper: -0.7 },
  verdict: "better",
  reason: null,
  isDecisive: true,
  isGoal: true,
} as const;
const side = {
  kind: "window",
  label: "chat",
  window: { startMs: asOfMs - 3_600_000, endMs: asOfMs },
  blockMs: 60_000,
  blockCount: 60,
  requestCount: 9_000,
} as const;
const unknown = { verdict: "cannot-tell", from: null, to: null } as const;

const stepParts = {
  memoryRatio: 0.82,
  computeRatio: 0.01,
  communicationRatio: 0,
  otherRatio: 0.18,
  bound: "memory-bound",
};

const report: ValidationPreviewResponse["report"] = {
  schemaVersion: 1,
  verdict: "met",
  sentence: "The goal is met. TTFT mean is 0.1 s.",
  obstacle: null,
  deploy: { title: "2.4.2", atMs: asOfMs - 2 * dayMs },
  goalCheck: null,
  deployments: [
    {
      deployment: { slug: "chat", title: "chat" },
      before: { ...side, kind: "baseline", label: "Slow" },
      after: side,
      verdict: "better",
      sentence: "Mean TTFT is 75 % better.",
      obstacles: [],
      notes: ["engine.version changed: 1 → 2."],
      signals: [
        signal,
        {
          ...signal,
          signal: "running",
          statistic: "value",
          title: "Running requests",
          after: null,
          change: null,
          verdict: "cannot-tell",
          reason: "After: The signal was not measured.",
          isDecisive: false,
          isGoal: false,
        },
      ],
      phases: {
        ...unknown,
        sentence: "According to the time in each phase, the bottleneck moved from queue to decode.",
        phases: [],
        beforeCount: 0,
        afterCount: 0,
      },
      roofline: {
        ...unknown,
        sentence: "According to the roofline, decode is memory-bound, as before.",
        steps: [{ title: "Decode", before: stepParts, after: { ...stepParts, memoryRatio: 0.7 } }],
      },
      cost: {
        before: null,
        after: null,
        change: null,
        verdict: "cannot-tell",
        currency: null,
        sentence: "The cost is not known.",
      },
      basis: equalLoadBasis,
    },
  ],
  measuredAtMs: asOfMs,
};

const stored: ValidationsResponse["validations"][number] = {
  id: "v",
  number: 1,
  round: 1,
  verdict: "met",
  sentence: report.sentence,
  author: "Mara",
  createdAtMs: asOfMs,
  watch: {
    state: "active",
    sentence: "The watch is paused, because the newest window has no verdict.",
    window: side.window,
    startedAtMs: asOfMs,
    end: null,
    nextDueAtMs: asOfMs + dayMs,
    dueCount: 1,
    judgedCount: 0,
    isUncertain: true,
    failure: "Prometheus refuses connections.",
    windows: [
      {
        startMs: asOfMs - dayMs,
        endMs: asOfMs - dayMs + 3_600_000,
        verdict: "cannot-tell",
        sentence: "Cannot tell: no samples.",
        evaluatedAtMs: asOfMs,
      },
    ],
  },
};

afterEach(() => vi.unstubAllGlobals());

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

/** Keys of the writes, which the server uses to recognise a repeated request. */
let keys: (string | null)[] = [];

/** Renders the section of step 7. Returns the writes that it sends. */
function show(canEdit: boolean): readonly Sent[] {
  const writes: Sent[] = [];
  keys = [];
  let validations: readonly object[] = [];
  vi.stubGlobal(
    "fetch",
    (path: string, { method = "GET", body, headers }: RequestInit & { readonly body?: string } = {}) => {
      if (method !== "GET") {
        keys.push(new Headers(headers).get("idempotency-key"));
        writes.push({ path, body: JSON.parse(body ?? "{}") });
        validations = [stored];
      }
      return Promise.resolve(
        Response.json(path.includes("/validations") ? { asOfMs, validations } : { asOfMs, report }),
      );
    },
  );
  const page = { investigation: { number: 31, version: 1, round: 1 } } as InvestigationResponse;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ValidationSection page={page} round={1} canEdit={canEdit} />
    </QueryClientProvider>,
  );
  return writes;
}

test("a person compares, stores the validation, and sees a watch that cannot judge its newest window", async () => {
  const user = userEvent.setup();
  const writes = show(true);
  expect(await screen.findByText(/No validation is stored in this round/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Store validation" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Compare before and after" }));
  expect(await screen.findByRole("status")).toHaveTextContent("The goal is met. TTFT mean is 0.1 s.");
  const table = screen.getByRole("table");
  expect(within(table).getByRole("row", { name: /Mean TTFT goal/ })).toHaveTextContent(/n = 9,000.*Better/);
  expect(within(table).queryByText("Running requests")).toBeNull();
  expect(
    screen.getByText(/^Load before and after the fix\. Requests per instance: .* equal within 20 %\./u),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show every signal (2)" }));
  expect(screen.getByRole("row", { name: /Running requests/ })).toHaveTextContent(
    "Cannot tellAfter: The signal was not measured.",
  );
  expect(screen.getByText(/According to the time in each phase, the bottleneck moved/)).toBeVisible();
  expect(screen.getByText(/^Decode, shares of the step time .+: memory 82.% → 70.%/u)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Store validation" }));
  expect(writes).toEqual([
    { path: "/api/v1/investigations/31/validations", body: { before: null, after: null } },
  ]);
  const watch = await screen.findByRole("region", { name: "Watch of V1" });
  expect(watch).toHaveTextContent("The watch is paused");
  expect(watch).toHaveTextContent("The newest attempt failed: Prometheus refuses connections.");
  expect(within(watch).getByRole("listitem")).toHaveTextContent("Cannot tell: no samples.");
  await user.click(within(watch).getByRole("button", { name: "End watch of V1" }));
  const form = within(watch).getByRole("form", { name: "End watch of V1" });
  await user.click(within(form).getByRole("button", { name: "End watch" }));
  expect(writes).toHaveLength(1);
  await user.type(within(form).getByLabelText("Reason"), "Retired");
  await user.click(within(form).getByRole("button", { name: "End watch" }));
  expect(writes[1]).toEqual({
    path: "/api/v1/investigations/31/validations/v/watch/end",
    body: { reason: "Retired" },
  });
});

test("a reader compares, but stores nothing", async () => {
  const user = userEvent.setup();
  show(false);
  await user.click(screen.getByRole("button", { name: "Compare before and after" }));
  expect(await screen.findByRole("status")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Store validation" })).toBeNull();
});

test("a double click stores one validation, because both requests have the same key", async () => {
  const user = userEvent.setup();
  const writes = show(true);
  await user.click(screen.getByRole("button", { name: "Compare before and after" }));
  const button = await screen.findByRole("button", { name: "Store validation" });
  // Without a pause between the clicks, as in a browser that has not rendered yet.
  act(() => {
    button.click();
    button.click();
  });
  expect(await screen.findByRole("region", { name: "Watch of V1" })).toBeVisible();
  expect(writes.length).toBeGreaterThan(0);
  expect([...new Set(keys)]).toHaveLength(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test("a reversed window is refused in the form, and chosen windows are sent", async () => {
  const user = userEvent.setup();
  const writes = show(true);
  await user.click(screen.getByRole("button", { name: "Choose the window after the fix" }));
  const form = screen.getByRole("form", { name: "Window after the fix" });
  await user.click(within(form).getByRole("button", { name: "Use this window" }));
  expect(await within(form).findAllByText("Enter a date and a time.")).not.toHaveLength(0);
  expect(within(form).queryByText(/valid time expression/)).toBeNull();
  fireEvent.change(within(form).getByLabelText("From"), { target: { value: "2026-11-20T12:00:00" } });
  fireEvent.change(within(form).getByLabelText("To"), { target: { value: "2026-11-20T11:00:00" } });
  await user.click(within(form).getByRole("button", { name: "Use this window" }));
  expect(await within(form).findByText(/The window is reversed/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Use the matching hours" })).toBeNull();
  fireEvent.change(within(form).getByLabelText("To"), { target: { value: "2026-11-20T13:00:00" } });
  await user.click(within(form).getByRole("button", { name: "Use this window" }));
  await user.click(await screen.findByRole("button", { name: "Store validation" }));
  const [from, to] = ["2026-11-20T12:00:00", "2026-11-20T13:00:00"].map((text) => String(Date.parse(text)));
  expect(writes[0]?.body).toEqual({ before: null, after: { from, to } });
});
