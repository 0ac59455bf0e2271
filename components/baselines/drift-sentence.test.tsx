import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DriftSentence } from "./drift-sentence";

afterEach(() => vi.unstubAllGlobals());

function show(response: () => Promise<Response>): void {
  vi.stubGlobal("fetch", vi.fn(response));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DriftSentence baselineId="b" />
    </QueryClientProvider>,
  );
}

const answer =
  (body: object, status = 200) =>
  () =>
    Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }),
    );

test("shows the sentence of the drift", async () => {
  const sentence = "No drift in the last hour: TTFT p95 is the same within 10 %.";
  show(answer({ asOfMs: 0, verdict: "same", window: null, sentence }));
  expect(screen.getByRole("status").textContent).toContain("comparing the newest hour");
  expect((await screen.findByText(sentence)).textContent).toBe(`Drift: ${sentence}`);
});

test("states that the drift is unknown while the request fails", async () => {
  show(
    answer(
      { code: "database-unavailable", title: "No database", detail: "the database is down", next: "" },
      503,
    ),
  );
  expect((await screen.findByText(/^Drift is unknown: /)).textContent).toContain(
    "Ridgepoint retries automatically.",
  );
});
