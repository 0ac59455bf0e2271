import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { CommandPalette } from "./command-palette";

const pushed: string[] = [];

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: (path: string) => pushed.push(path) }),
  usePathname: () => "/signals",
}));

afterEach(() => {
  vi.unstubAllGlobals();
  pushed.length = 0;
  Reflect.deleteProperty(navigator, "clipboard");
  Reflect.deleteProperty(document, "execCommand");
});

const traceId = "0af7651916cd43dd8448eb211c80319c";

/** Elements have no size in jsdom. */
class UnchangedSizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

interface OpenOptions {
  /** Content of the open page. */
  readonly page?: ReactNode;
  readonly onUrl?: (search: string) => void;
}

function open({ page, onUrl }: OpenOptions = {}) {
  vi.stubGlobal("ResizeObserver", UnchangedSizes);
  // The list scrolls to the selected entry.
  Element.prototype.scrollIntoView = () => undefined;
  const client = makeQueryClient();
  client.setQueryData(["/api/v1/traces", { deployment: "chat" }], {
    newest: { traces: [{ traceId }] },
    slowest: null,
  });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ deployments: [], investigations: [] })));
  const palette = (isOpen: boolean) => (
    <NuqsTestingAdapter
      searchParams="?d=chat&from=now-1h"
      onUrlUpdate={({ queryString }) => onUrl?.(queryString)}
    >
      <header id="shell-header">
        <button aria-label="Time window" />
      </header>
      <main id="content">{page}</main>
      <QueryClientProvider client={client}>
        <CommandPalette isOpen={isOpen} onOpenChange={() => undefined} onHelp={() => undefined} />
      </QueryClientProvider>
    </NuqsTestingAdapter>
  );
  const { rerender } = render(palette(true));
  return {
    field: () => screen.getByRole("combobox"),
    type: (value: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value } }),
    reopen: () => {
      rerender(palette(false));
      rerender(palette(true));
    },
  };
}

test("is empty when it opens again", async () => {
  const { type, field, reopen } = open();
  type("kv");
  reopen();
  expect(field()).toHaveValue("");
  type("ttft");
  expect(await screen.findByRole("option", { name: /^Time to first token, TTFT/ })).toBeVisible();
});

test("finds panels by title and by the words that people use for them", async () => {
  const { type } = open();
  for (const [text, title] of [
    ["time to first", "Time to first token, TTFT"],
    ["KV cache in use", "KV cache in use"],
    ["throughput", "Output tokens"],
    ["qps", "Requests"],
  ] as const) {
    type(text);
    expect(await screen.findByRole("option", { name: new RegExp(`^${title}`) })).toBeVisible();
  }
  type("live");
  expect(await screen.findByRole("option", { name: "Pause live refresh" })).toBeVisible();
});

test("finds the check of a claim", async () => {
  const { type } = open();
  type("claim");
  expect(await screen.findByRole("option", { name: /^Calculators/ })).toBeVisible();
});

test("opens a listed trace by its first digits, and requires the complete id of other traces", async () => {
  const { type } = open();
  type("0AF76519");
  fireEvent.click(await screen.findByRole("option", { name: new RegExp(`^Open trace\\s*${traceId}$`) }));
  expect(pushed).toEqual([`/traces/${traceId}`]);
  type("deadbeef");
  expect(
    await screen.findByRole("option", { name: /Paste the full trace ID \(32 characters\)/ }),
  ).toBeVisible();
});

test("opens a pasted trace id in upper case and with surrounding spaces", async () => {
  const { type } = open();
  type(`  ${traceId.toUpperCase()}\n`);
  fireEvent.click(await screen.findByRole("option", { name: new RegExp(`^Open trace\\s*${traceId}$`) }));
  expect(pushed).toEqual([`/traces/${traceId}`]);
});

/** Actions of a page and of its panel. Adds each pressed button to `pressed`. */
function createPage(pressed: string[]) {
  return (
    <>
      <header>
        <button aria-haspopup="dialog" aria-label="Compare with">
          Compare with no comparison
        </button>
        <button aria-haspopup="dialog" onClick={() => pressed.push("capture")}>
          Capture baseline
        </button>
        <button>Events (3)</button>
      </header>
      <section>
        <button aria-haspopup="dialog">Caveat</button>
      </section>
      <div role="toolbar" aria-label="Actions of Time to first token">
        <button
          aria-label="Time to first token as a heatmap"
          title="Distribution over time"
          aria-pressed
          onClick={() => pressed.push("heatmap")}
        />
        <button
          aria-label="Time to first token as CSV"
          title="Download CSV"
          onClick={() => pressed.push("csv")}
        />
        <button aria-label="Time to first token as PNG" title="Download PNG" disabled />
      </div>
    </>
  );
}

test("offers the menus of the page, and the actions of its panels while something is typed", async () => {
  const pressed: string[] = [];
  const { type } = open({ page: createPage(pressed) });
  const group = await screen.findByRole("group", { name: "On this page" });
  const names = (): readonly string[] =>
    within(group)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(["Compare with", "Capture baseline", "Compare with previous period"]);
  type("download csv of time to first");
  fireEvent.click(await screen.findByRole("option", { name: /^Download CSV\s*Time to first token$/ }));
  type("heatmap of time");
  fireEvent.click(
    await screen.findByRole("option", { name: /^Distribution over time\s*Time to first token\s*on$/ }),
  );
  type("capture");
  fireEvent.click(await screen.findByRole("option", { name: "Capture baseline" }));
  expect(pressed).toEqual(["csv", "heatmap", "capture"]);
  type("png");
  expect(screen.queryByRole("option", { name: /Download PNG/ })).toBeNull();
});

test("compares with an earlier window only on a page that compares windows", async () => {
  const urls: string[] = [];
  const { type } = open({ page: createPage([]), onUrl: (search) => urls.push(search) });
  type("compare previous");
  fireEvent.click(await screen.findByRole("option", { name: "Compare with previous period" }));
  await vi.waitFor(() => expect(urls).toEqual(["?d=chat&from=now-1h&cmp=previous"]));
});

test("offers no comparison on a page without one, and adds an event on Signals from every page", async () => {
  const { type } = open({ page: <h1>Traces</h1> });
  type("compare previous");
  expect(screen.queryByRole("option", { name: "Compare with previous period" })).toBeNull();
  type("add event");
  fireEvent.click(await screen.findByRole("option", { name: /^Add event/ }));
  expect(pushed).toEqual(["/signals?d=chat&from=now-1h&panel=new-event"]);
});

test("copies a link with fixed times, and stays open to confirm it", async () => {
  const written: string[] = [];
  const writeText = (text: string) => Promise.resolve(void written.push(text));
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  const { type } = open();
  type("copy link");
  fireEvent.click(await screen.findByRole("option", { name: /^Copy link with fixed times/ }));
  expect(await screen.findByText(/^Copied\. The link opens /)).toHaveRole("status");
  const link = new URL(written[0] ?? "").searchParams;
  expect(Number(link.get("to")) - Number(link.get("from"))).toBe(3_600_000);
});

test("shows the link with fixed times if the browser refuses to copy", async () => {
  Object.defineProperty(document, "execCommand", { configurable: true, value: () => false });
  const { type } = open();
  type("copy link");
  fireEvent.click(await screen.findByRole("option", { name: /^Copy link with fixed times/ }));
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Link with fixed times" });
  expect(field.value).toMatch(/[?&]from=\d{13}&to=\d{13}$/);
});
