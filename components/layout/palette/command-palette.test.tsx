import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
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
});

const traceId = "0af7651916cd43dd8448eb211c80319c";

/** Elements have no size in jsdom. */
class UnchangedSizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function open() {
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
    <NuqsTestingAdapter>
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
