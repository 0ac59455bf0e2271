import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { AuditEntry } from "@/lib/contracts/audit";
import { AuditPage } from "./audit-page";

const noAccount = { name: null, email: null, accountKind: null, tokenName: null, tokenMaker: null } as const;
const edited: AuditEntry = {
  id: "9",
  sequence: null,
  atMs: 1_795_000_000_000,
  actor: { kind: "operator", id: "operator", ...noAccount },
  action: "edit-organisation",
  operation: "edited",
  object: { table: "organisations", id: "org-1" },
  content: {
    kind: "present",
    address: "192.0.2.7",
    before: { id: "org-1", time_zone: "UTC" },
    after: { id: "org-1", time_zone: "Asia/Tokyo" },
  },
};
const erased: AuditEntry = {
  ...edited,
  id: "8",
  sequence: 41,
  actor: { kind: "database", id: "postgres", ...noAccount },
  action: "update",
  object: { table: "events", id: "event-1" },
  content: { kind: "erased", erasedAtMs: 1_795_000_100_000 },
};
const page = { asOfMs: 1_795_000_200_000, unsealedCount: 1, entries: [edited, erased], nextCursor: "8" };
const choices = {
  asOfMs: 0,
  actors: [
    { id: "operator", name: null, email: null },
    { id: "postgres", name: null, email: null },
    { id: "person-1", name: "Ada Lovelace", email: "ada@example.com" },
  ],
  actions: ["edit-organisation"],
  tables: ["events"],
};
const exported = { asOfMs: 0, fileName: "audit.csv", text: "time", entryCount: 10_000, isTruncated: true };

interface Shown {
  readonly requests: readonly URL[];
  readonly searches: readonly string[];
}

function show(answer: unknown = page, search = "", status = 200): Shown {
  const requests: URL[] = [];
  const searches: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    const url = new URL(address, "http://localhost");
    requests.push(url);
    if (url.pathname.endsWith("/choices")) return Promise.resolve(Response.json(choices));
    if (url.pathname.endsWith("/export")) return Promise.resolve(Response.json(exported));
    return Promise.resolve(Response.json(answer, { status }));
  });
  const onUrlUpdate: OnUrlUpdateFunction = ({ queryString }) => searches.push(queryString);
  render(
    <NuqsTestingAdapter searchParams={search} onUrlUpdate={onUrlUpdate} hasMemory>
      <QueryClientProvider client={makeQueryClient()}>
        <AuditPage />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return { requests, searches };
}

const lastList = (requests: readonly URL[]) =>
  requests.findLast(({ pathname }) => pathname === "/api/v1/audit")?.search;

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(URL, "createObjectURL");
  Reflect.deleteProperty(URL, "revokeObjectURL");
});

test("lists author, address, changed values and whether an entry is sealed", async () => {
  show();
  const [first, second] = await screen.findAllByRole("listitem", { name: /, (?:org|event)-1$/ });
  expect(first).toHaveTextContent(/operator.*from 192\.0\.2\.7.*not sealed yet/);
  expect(first).toHaveTextContent(/edit organisation.*edited in organisations: org-1/);
  expect(first).toHaveTextContent("time zone: UTC → Asia/Tokyo");
  expect(second).toHaveTextContent(/postgres \(database\).*sealed, number 41/);
  expect(second).toHaveTextContent("The values were erased on");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("1 entry is not sealed yet.");
});

test("filters are part of the URL and of the request, and start at the newest entry", async () => {
  const { requests, searches } = show(page, "?before=8");
  const user = userEvent.setup();
  await screen.findByRole("option", { name: "postgres" });
  await user.selectOptions(screen.getByLabelText("Author"), "postgres");
  expect(searches.at(-1)).toBe("?author=postgres");
  await vi.waitFor(() => expect(lastList(requests)).toBe("?actor=postgres&limit=50"));
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(searches.at(-1)).toBe("");
});

test("a link selects object and time range", async () => {
  const { requests } = show(page, "?object=org-1&from=now-7d&to=now&before=9");
  expect(await screen.findByText("org-1", { selector: "code" })).toBeVisible();
  expect(lastList(requests)).toBe("?objectId=org-1&from=now-7d&to=now&limit=50&cursor=9");
  expect(screen.getByRole("button", { name: /Time range/ })).toHaveTextContent(/Last 7/);
  expect(screen.queryByRole("button", { name: /^All changes of/ })).toBeNull();
});

test("an invalid time range is ignored", async () => {
  const { requests } = show(page, "?from=now-1h&to=now-2h");
  await screen.findByRole("list", { name: "Entries" });
  expect(lastList(requests)).toBe("?limit=50");
});

test("pages to older entries and back to the newest", async () => {
  const { searches } = show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Older entries" }));
  expect(searches.at(-1)).toBe("?before=8");
  await user.click(await screen.findByRole("button", { name: "Newest entries" }));
  expect(searches.at(-1)).toBe("");
});

test("exports the selected entries and reports that older ones are missing", async () => {
  Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  const { requests } = show(page, "?action=edit-organisation");
  await userEvent.setup().click(await screen.findByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText(/^The newest 10,000 entries were exported/)).toBeVisible();
  expect(click).toHaveBeenCalledTimes(1);
  click.mockRestore();
  expect(requests.findLast(({ pathname }) => pathname.endsWith("/export"))?.search).toBe(
    "?action=edit-organisation&format=csv",
  );
});

test.each([
  ["", "No change was recorded yet."],
  ["?author=nobody", "No entry matches these filters."],
  ["?before=1", "There are no older entries."],
])("explains an empty list at “%s”", async (search, text) => {
  show({ ...page, unsealedCount: 0, entries: [], nextCursor: null }, search);
  expect(await screen.findByText(new RegExp(`^${text}`))).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("All entries are sealed.");
});

test("shows why the list is not available, and a retry", async () => {
  show({ code: "forbidden", detail: "this request requires the role “admin”", status: 403 }, "", 403);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("This request requires the role “admin”.");
  expect(within(alert).getByRole("button", { name: "Try again" })).toBeEnabled();
});

test("names people instead of their ids, and marks changes with a token", async () => {
  const named = (id: string, kind: string, tokenName: string | null) => ({
    ...edited,
    id,
    actor: {
      ...noAccount,
      kind,
      id: "person-1",
      name: "Ada Lovelace",
      email: "ada@example.com",
      accountKind: "person",
      tokenName,
    },
  });
  const entries = [named("9", "person", null), named("8", "token", null), named("7", "token", "pipeline")];
  const { searches } = show({ ...page, entries });
  const [first, second, third] = await screen.findAllByRole("listitem", { name: /, org-1$/ });
  expect(first).toHaveTextContent(/Ada Lovelace.?ada@example.com.?from/);
  expect(second).toHaveTextContent(/Ada Lovelace.? \(token\).?ada@example.com.?from/);
  expect(third).toHaveTextContent(/Ada Lovelace.?ada@example.com.?with the token .?pipeline.?from/);
  await screen.findByRole("option", { name: "Ada Lovelace" });
  await userEvent.setup().selectOptions(screen.getByLabelText("Author"), "Ada Lovelace");
  expect(searches.at(-1)).toBe("?author=person-1");
});

test("names the kind of a service account and the creator of its token", async () => {
  const actor = {
    kind: "token",
    id: "account-1",
    name: "Deploy robot",
    email: null,
    accountKind: "service",
  } as const;
  const tokenMaker = { id: "person-1", name: "Ada Lovelace" };
  const entry = { ...edited, actor: { ...actor, tokenName: "pipeline", tokenMaker } };
  show({ ...page, entries: [entry] });
  const item = await screen.findByRole("listitem", { name: /, org-1$/ });
  expect(item).toHaveTextContent(
    /Deploy robot \(service account\)with the token .?pipeline.?, created by .?Ada Lovelace.?from/,
  );
});
