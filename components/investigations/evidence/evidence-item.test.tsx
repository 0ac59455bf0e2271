import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { EvidenceItem } from "./evidence-item";
import { EvidenceKindsProvider } from "./evidence-kinds";

const asOfMs = 1_795_000_000_000;
const evidence: EvidenceEntry = {
  id: "e",
  number: 1,
  kind: "gate",
  title: "Gate run of chat",
  text: null,
  answer: {
    question: { endpoint: "gate", gateId: "g" },
    state: "ready",
    message: null,
    window: { startMs: asOfMs - 7_200_000, endMs: asOfMs - 3_600_000 },
    verdict: "Fail: mean TTFT regressed by 40 %.",
    readAtMs: asOfMs - 3_600_000,
    byteCount: 10,
    contentHash: "a",
    formatVersion: 1,
    productVersion: "1.0.0",
  },
  file: null,
  steps: [],
  hypotheses: [],
  author: "Ada Lovelace",
  createdAtMs: asOfMs - 3_600_000,
  removal: null,
};

const differs = {
  state: "differs",
  readAtMs: asOfMs,
  sentence: "2 of 240 points are up to 4 % lower now.",
};

afterEach(() => vi.unstubAllGlobals());

interface Source {
  readonly canEdit?: boolean;
  readonly check: object | null;
  readonly status?: number;
  readonly isInView?: boolean;
  readonly entry?: EvidenceEntry;
}

/** Shows the evidence with a figure that names its data. Returns the requested addresses. */
function show({
  check,
  status = 200,
  isInView = true,
  entry = evidence,
  canEdit = false,
}: Source): readonly string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    requests.push(address);
    if (init.method === "POST") bodies.push(JSON.parse(init.body as string));
    const isCopy = address.endsWith("/answer");
    const data = isCopy ? { origin: "stored" } : address.includes("data=true") ? { origin: "live" } : null;
    const body = { asOfMs, check, data, code: "internal", detail: "the server stopped", status };
    return Promise.resolve(Response.json(body, { status: isCopy ? 200 : status }));
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <EvidenceKindsProvider
        value={{
          Figure: ({ data }) => <p>Figure of the {String(Object.values(data)[0])} answer</p>,
          createLiveHref: () => "/gates/g",
        }}
      >
        <ul>
          <EvidenceItem
            number={31}
            evidence={entry}
            asOfMs={asOfMs}
            canEdit={canEdit}
            round={1}
            hypotheses={[]}
            isInView={isInView}
            observeElement={() => undefined}
          />
        </ul>
      </EvidenceKindsProvider>
    </QueryClientProvider>,
  );
  return requests;
}

const bodies: unknown[] = [];

const item = () => within(screen.getByRole("listitem", { name: "E1" }));

test("a live source that differs is marked, and the live answer replaces the copy until the copy is chosen", async () => {
  show({ check: differs });
  expect(await item().findByText("live now differs")).toBeVisible();
  expect(item().getByText(/^Copy,/)).toBeVisible();
  expect(item().getByText(/2 of 240 points are up to 4 % lower now\./)).toBeVisible();
  expect(await item().findByText("Figure of the stored answer")).toBeVisible();
  await userEvent.click(item().getByRole("button", { name: "Show live of E1" }));
  expect(await item().findByText("Figure of the live answer")).toBeVisible();
  expect(item().getByText(/^Live,/)).toBeVisible();
  expect(item().queryByText("Figure of the stored answer")).toBeNull();
  await userEvent.click(item().getByRole("button", { name: "Show copy of E1" }));
  expect(item().getByText("Figure of the stored answer")).toBeVisible();
  expect(item().getByText(/^Copy,/)).toBeVisible();
});

test("a copy that is not loaded has its verdict, also in print, and the drawn copy replaces it", async () => {
  show({ check: null, isInView: false });
  expect(item().getByText("Fail: mean TTFT regressed by 40 %.")).not.toHaveClass("print:hidden");
  cleanup();
  show({ check: null });
  expect(await item().findByText("Figure of the stored answer")).toBeVisible();
  expect(item().queryByText("Fail: mean TTFT regressed by 40 %.")).toBeNull();
});

test("a source without an answer is marked with the reason, and the copy remains", async () => {
  const sentence = "The source does not respond.";
  show({ check: { state: "unavailable", readAtMs: asOfMs, sentence } });
  expect(await item().findByText("live source unavailable")).toBeVisible();
  expect(item().getByText(/The source does not respond\./)).toBeVisible();
  expect(await item().findByText("Figure of the stored answer")).toBeVisible();
  expect(item().queryByRole("button")).toBeNull();
});

test("an equal live source has no mark", async () => {
  show({ check: { state: "same", readAtMs: asOfMs, sentence: "The live data match the copy." } });
  expect(await item().findByText(/The live data match the copy\./)).toBeVisible();
  expect(item().queryByText(/^live/)).toBeNull();
});

test("a copy of traces states which requests it has, and why the server waits for longer ones", async () => {
  const question = {
    endpoint: "traces",
    order: "newest",
    deployment: "chat",
    window: { startMs: asOfMs - 7_200_000, endMs: asOfMs - 3_600_000 },
    service: null,
    operation: null,
    minMs: null,
    maxMs: null,
    errors: null,
    attribute: null,
  } as const;
  if (evidence.answer === null) throw new Error("the evidence has no answer");
  const answer = { ...evidence.answer, question };
  show({ check: null, entry: { ...evidence, answer } });
  expect(
    await item().findByText(/requests that started in the window and ended before the read/),
  ).toBeVisible();
  cleanup();
  show({ check: null, entry: { ...evidence, answer: { ...answer, state: "reading", readAtMs: null } } });
  expect(await item().findByRole("status")).toHaveTextContent(
    /waits for the last requests of the window as long as the longest recent request took, at most 70 seconds\./,
  );
});

test.each([
  [
    { endpoint: "trace", traceId: "a".repeat(32), clock: "raw" },
    "The server is reading the data from the source. It first waits for spans of the trace that may still arrive, at most 70 seconds.",
  ],
  [{ endpoint: "data-check", deployment: "chat" }, "The server is reading the data from the source."],
] as const)("a copy that is not stored yet states what the server waits for: %j", async (question, text) => {
  if (evidence.answer === null) throw new Error("the evidence has no answer");
  const answer = { ...evidence.answer, question, state: "reading", readAtMs: null } as const;
  show({ check: null, entry: { ...evidence, answer } });
  const status = await item().findByRole("status");
  expect(status.textContent).toBe(text);
});

test("a copy that cannot be compared states the reason, and offers the live answer", async () => {
  const sentence = "The copy has format version 1.";
  show({ check: { state: "not-comparable", readAtMs: asOfMs, sentence } });
  expect(await item().findByRole("button", { name: "Show live of E1" })).toBeVisible();
  expect(item().getByText(/The copy has format version 1\./)).toBeVisible();
});

test("a failed check does not affect the copy", async () => {
  show({ check: null, status: 500 });
  expect(await item().findByText(/^The live source could not be checked\./)).toBeVisible();
  expect(await item().findByText("Figure of the stored answer")).toBeVisible();
});

test("nothing is checked outside the viewport and on paper", async () => {
  expect(show({ check: differs, isInView: false })).toEqual([]);
  screen.getByRole("listitem", { name: "E1" }).parentElement?.parentElement?.remove();
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "print" }));
  const requests = show({ check: differs });
  expect(await item().findByText("Figure of the stored answer")).toBeVisible();
  expect(requests).toEqual(["/api/v1/investigations/31/evidence/e/answer"]);
});

test("a note is Markdown without raw HTML", async () => {
  const text =
    "The **cache** was full, see [the log](https://example.com/log).\n\n<img src=x onerror=alert(1)>";
  show({ check: null, entry: { ...evidence, kind: "note", answer: null, text } });
  expect((await item().findByText("cache")).tagName).toBe("STRONG");
  expect(item().getByRole("link", { name: "the log" })).toHaveAttribute("rel", "noopener noreferrer");
  expect(item().getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  expect(item().queryByRole("img")).toBeNull();
});

test("evidence whose retention has ended shows the reason and the hash instead of its data", () => {
  const removal = {
    reason: "The team Serving retains the data of evidence for 90 days after the end of an investigation.",
    author: "system",
    isAutomatic: true,
    atMs: asOfMs,
    contentHash: "ab12",
  };
  show({ check: null, entry: { ...evidence, answer: null, text: null, removal } });
  expect(screen.getByText(/^Removed automatically/)).toHaveTextContent("for 90 days after the end");
  expect(screen.getByText("ab12")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Remove/ })).not.toBeInTheDocument();
});

test("a person moves a piece of evidence to other steps of the round", async () => {
  const entry = { ...evidence, kind: "note", answer: null, text: "98 %" } as const;
  const steps = [
    { round: 1, step: "define-baseline" as const },
    { round: 2, step: "collect-data" as const },
  ];
  show({ check: null, canEdit: true, entry: { ...entry, steps } });
  await userEvent.click(item().getByRole("button", { name: "Steps of E1" }));
  const form = within(item().getByRole("form", { name: "Steps of E1" }));
  expect(form.getByLabelText("3. Instrument and collect data")).not.toBeChecked();
  await userEvent.click(form.getByLabelText("1. Define and measure the baseline"));
  await userEvent.click(form.getByLabelText("5. Isolate and reproduce"));
  await userEvent.click(form.getByRole("button", { name: "Save steps" }));
  await waitFor(() =>
    expect(bodies).toEqual([
      { steps: ["reproduce"], hypotheses: [], from: [], fromSteps: ["define-baseline"] },
    ]),
  );
});
