/** Tests how files are drawn: as text with a search, as a flame graph, and as an image. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { PrintingProvider, usePrinting } from "../../printing/printing";
import { FileEvidence } from "./file-evidence";

afterEach(() => vi.unstubAllGlobals());

type EvidenceFile = NonNullable<EvidenceEntry["file"]>;

/** Shows a file with this content. Returns the requested addresses. */
function show(
  content: string,
  facts: Partial<EvidenceFile>,
  isInView = true,
  action: ReactNode = null,
  isRepeated = false,
): readonly string[] {
  const requests: string[] = [];
  stubResizeObserver();
  vi.stubGlobal("fetch", (address: string) => {
    // Another test of this process may still store a draft.
    if (address.includes("/evidence/")) requests.push(address);
    return Promise.resolve(new Response(content));
  });
  const file: EvidenceFile = {
    fileName: "kv.log",
    format: "text",
    byteCount: 2_048,
    contentHash: "ab12",
    imageSize: null,
    sameAs: null,
    ...facts,
  };
  const evidence: EvidenceEntry = {
    id: "e",
    number: 1,
    kind: "file",
    title: "Log of the engine",
    text: null,
    answer: null,
    file,
    steps: [],
    hypotheses: [],
    author: "Ada Lovelace",
    createdAtMs: 0,
    removal: null,
  };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PrintingProvider>
        {action}
        <section data-printed-part>
          <FileEvidence {...{ number: 31, evidence, file, isInView, isRepeated }} />
        </section>
      </PrintingProvider>
    </QueryClientProvider>,
  );
  return requests;
}

test("text has line numbers, and a search moves through its lines", async () => {
  const requests = show("ready\nKV usage \u001b[1m0.98\nkv usage 0.99\n", { sameAs: 3 });
  const region = await screen.findByRole("region", { name: "Text of E1" });
  expect(requests).toEqual(["/api/v1/investigations/31/evidence/e/file"]);
  expect(region.textContent).toBe(String.raw`1ready2KV usage \u{1b}[1m0.983kv usage 0.99`);
  expect(screen.getByText("Same content as E3")).toBeVisible();
  expect(screen.getByRole("link", { name: "Download file of E1" })).toHaveAttribute("download", "kv.log");
  const search = screen.getByRole("searchbox", { name: "Search the text of E1" });
  await userEvent.type(search, "kv");
  expect(await screen.findByText("2 lines found.")).toBeVisible();
  expect([...region.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual(["KV", "kv"]);
  await userEvent.type(search, "{Enter}");
  expect(screen.getByText("1 of 2 lines: line 2.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Next match in E1" }));
  expect(screen.getByText("2 of 2 lines: line 3.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Next match in E1" }));
  expect(screen.getByText("1 of 2 lines: line 2.")).toBeVisible();
  await userEvent.clear(search);
  await userEvent.type(search, "gone");
  expect(await screen.findByText("No line matches.")).toBeVisible();
});

test("the content is not loaded outside the viewport", () => {
  expect(show("ready", {}, false)).toEqual([]);
  expect(screen.getByText("Loading the file")).toBeVisible();
});

/** A pointer that moved, or that rests while the page scrolls below it. The test's browser knows no distance. */
function movedBy(movementX: number): Event {
  const event = new MouseEvent("pointermove", { bubbles: true });
  return Object.defineProperties(event, { movementX: { value: movementX }, movementY: { value: 0 } });
}

test("collapsed stacks are a flame graph that keys explore, and a table", async () => {
  show("main;decode;attention 60\nmain;prefill 30\nmain 10\nno stack\n", { format: "collapsed-stacks" });
  const graph = await screen.findByRole("application", { name: /^Flame graph of E1/ });
  expect(screen.getByText("100 samples in 3 stacks. 1 line is malformed and not included.")).toBeVisible();
  expect(screen.getByText(/^all: 100 samples, 100\s%, self 0$/)).toBeVisible();
  graph.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(screen.getByText(/^decode: 60 samples, 60\.0\s%, self 0$/)).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByText(/^prefill: 30 samples, 30\.0\s%, self 30$/)).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Show all samples" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(screen.getByText(/^main: 100 samples, 100\s%, self 10$/)).toBeVisible();
  const rootFrame = graph.querySelector("g") ?? graph;
  fireEvent.pointerEnter(rootFrame);
  fireEvent(rootFrame, movedBy(0));
  expect(screen.getByText(/^main: 100 samples/)).toBeVisible();
  fireEvent(rootFrame, movedBy(2));
  expect(screen.getByText(/^all: 100 samples/)).toBeVisible();
  await userEvent.type(screen.getByRole("searchbox", { name: "Search the frames of E1" }), "att");
  expect(await screen.findByText(/^1 frame, 60\.0\s% of the samples\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Table" }));
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "FunctionSelf samplesSelf shareTotal samplesTotal share",
    "attention6060.0\u202f%6060.0\u202f%",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Text" }));
  expect(screen.getByRole("region", { name: "Text of E1" })).toHaveTextContent("main;prefill 30");
});

test("an image has its title as alternative text and its size, and is not read as text", () => {
  const imageSize = { widthPx: 1_600, heightPx: 900 };
  const requests = show("", { fileName: "chart.png", format: "png", imageSize });
  expect(screen.getByRole("img", { name: "Log of the engine" })).toHaveAttribute(
    "src",
    "/api/v1/investigations/31/evidence/e/file",
  );
  expect(screen.getByText("1,600 × 900 pixels")).toBeVisible();
  expect(requests).toEqual([]);
});

test("other profiles are offered as a download only", () => {
  const requests = show("{}", { fileName: "trace.json", format: "chrome-trace" });
  expect(screen.getByText("Chrome trace")).toBeVisible();
  expect(screen.getByText(/^Download the profile/)).toBeVisible();
  expect(requests).toEqual([]);
});

test("a file that is not in view is read for paper before the browser prints", async () => {
  vi.stubGlobal("print", vi.fn());
  const requests = show("kv usage 0.99", {}, false, <PrintButton />);
  expect(requests).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Print" }));
  expect(await screen.findByRole("region", { name: "Text of E1" })).toHaveTextContent("kv usage 0.99");
  await waitFor(() => expect(globalThis.print).toHaveBeenCalledOnce());
  expect(screen.getByRole("button", { name: "Print" })).toBeEnabled();
});

test("the content of a repeated file is on screen, and paper names the piece that shows it", async () => {
  show("kv usage 0.99", { sameAs: 3 }, true, null, true);
  expect(
    (await screen.findByRole("region", { name: "Text of E1" })).closest(".print\\:hidden"),
  ).not.toBeNull();
  expect(screen.getByText("E3 shows the content.")).toHaveClass("hidden", "print:block");
});

test("a repeated file that is not in view is not read for paper", async () => {
  vi.stubGlobal("print", vi.fn());
  const requests = show("kv usage 0.99", { sameAs: 3 }, false, <PrintButton />, true);
  await userEvent.click(screen.getByRole("button", { name: "Print" }));
  await waitFor(() => expect(globalThis.print).toHaveBeenCalledOnce());
  expect(requests).toEqual([]);
});

function PrintButton() {
  const { isReading, print } = usePrinting();
  return (
    <button type="button" disabled={isReading} onClick={print}>
      Print
    </button>
  );
}
