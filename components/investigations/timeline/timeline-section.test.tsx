import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import { investigationKey } from "../investigation-requests";
import { PrintingProvider, usePrinting } from "../printing/printing";
import { TimelineSection } from "./timeline-section";

const createEntry = (index: number) =>
  ({
    id: `entry-${index}`,
    atMs: 1_795_000_000_000 - index,
    author: "Mara",
    payload: { kind: "manual", text: `Entry ${index}` },
    people: [],
    editedAtMs: null,
    isPinned: false,
    canEdit: false,
    version: 1,
  }) as unknown as TimelineEntry;

/** Page `index` of four pages, each with one entry. */
const createTimeline = (index: number) => ({
  entries: [createEntry(index)],
  nextCursor: index === 3 ? null : `cursor-${index + 1}`,
});

const page = {
  asOfMs: 1_795_000_000_000,
  investigation: { number: 31 },
  rights: { canEdit: false, canComment: false, editRefusal: null },
  timeline: createTimeline(0),
} as unknown as InvestigationResponse;

function PrintButton() {
  const { print } = usePrinting();
  return <button onClick={print}>Print</button>;
}

afterEach(() => vi.unstubAllGlobals());

test("a print contains all pages, and later changes read only the pages that the person opened", async () => {
  const cursors: (string | null)[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://localhost");
    const cursor = searchParams.get("cursor");
    // A component of an earlier file of this worker can still poll another endpoint.
    if (pathname.endsWith("/timeline")) cursors.push(cursor);
    return Promise.resolve(Response.json({ asOfMs: 0, ...createTimeline(Number(cursor?.at(-1))) }));
  });
  const listEntries = (): readonly string[] =>
    screen.queryAllByText(/^Entry \d$/).map((one) => one.textContent ?? "");
  const printed = new Promise<readonly string[]>((resolve) => {
    vi.stubGlobal("print", () => resolve(listEntries()));
  });
  const client = makeQueryClient();
  render(
    <NuqsTestingAdapter>
      <QueryClientProvider client={client}>
        <PrintingProvider>
          <TimelineSection page={page} />
          <PrintButton />
        </PrintingProvider>
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Show older entries" }));
  expect(await screen.findByText("Entry 1")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(await printed).toEqual(["Entry 0", "Entry 1", "Entry 2", "Entry 3"]);
  await vi.waitFor(() => expect(listEntries()).toEqual(["Entry 0", "Entry 1"]));
  const pages = { type: "active", queryKey: [...investigationKey(31), "timeline"] } as const;
  await vi.waitFor(() => expect(client.getQueryCache().findAll(pages)).toHaveLength(1));
  expect(new Set(cursors)).toEqual(new Set(["cursor-1", "cursor-2", "cursor-3"]));
  cursors.length = 0;
  await act(() => client.invalidateQueries({ queryKey: investigationKey(31) }));
  expect(cursors).toEqual(["cursor-1"]);
});

test("shows the text that an edit of a step replaced", async () => {
  const entry = {
    ...createEntry(0),
    payload: {
      kind: "step-input",
      round: 1,
      step: "collect-data",
      fields: ["measured", "sampling"],
      changes: [
        { field: "measured", from: "Queue time of both instances.", isShortened: true },
        { field: "sampling", from: null },
      ],
    },
  };
  const timeline = { entries: [entry], nextCursor: null };
  render(
    <NuqsTestingAdapter>
      <QueryClientProvider client={makeQueryClient()}>
        <PrintingProvider>
          <TimelineSection page={{ ...page, timeline } as unknown as InvestigationResponse} />
        </PrintingProvider>
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  expect(screen.getByText("Queue time of both instances.")).not.toBeVisible();
  await userEvent.setup().click(screen.getByText("Replaced text"));
  expect(screen.getByText("Queue time of both instances.")).toBeVisible();
  expect(screen.getByText("Measured data, before this edit")).toBeVisible();
  expect(screen.getByText(/^Only the start is shown\./)).toBeVisible();
  expect(screen.queryByText(/^Sampling/)).toBeNull();
});

test("the kind and the author of the entries are filters in the URL", async () => {
  const personId = "11111111-1111-4111-8111-111111111111";
  const queries: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://localhost");
    if (pathname.endsWith("/people"))
      return Promise.resolve(Response.json({ people: [{ id: personId, label: "Mara" }] }));
    queries.push(searchParams.toString());
    return Promise.resolve(Response.json({ asOfMs: 0, entries: [createEntry(7)], nextCursor: null }));
  });
  const urls: string[] = [];
  render(
    <NuqsTestingAdapter
      searchParams="?topic=steps"
      hasMemory
      onUrlUpdate={({ queryString }) => urls.push(queryString)}
    >
      <QueryClientProvider client={makeQueryClient()}>
        <PrintingProvider>
          <TimelineSection page={page} />
        </PrintingProvider>
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  expect(await screen.findByText("Entry 7")).toBeVisible();
  expect(queries).toEqual(["topic=steps"]);
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByLabelText("Author"), "Mara");
  await user.selectOptions(screen.getByLabelText("Kind of entry"), "Hypotheses and evidence");
  await vi.waitFor(() => expect(queries.at(-1)).toBe(`topic=hypotheses&author=${personId}`));
  expect(urls.at(-1)).toBe(`?topic=hypotheses&by=${personId}`);
  await user.click(screen.getByRole("button", { name: "All" }));
  await vi.waitFor(() => expect(urls.at(-1)).toBe(""));
  expect(screen.getByText("Entry 0")).toBeVisible();
});
