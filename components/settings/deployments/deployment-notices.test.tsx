/** Tests the list of notices against a mocked endpoint. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { NoticesResponse } from "@/lib/contracts/notices";
import { NoticeLine } from "@/components/shared/notice-line";
import { DeploymentNotices } from "./deployment-notices";

const changed: NoticesResponse["notices"][number] = {
  id: "n1",
  kind: "metric-names",
  atMs: 1_000,
  title: "Metric names changed: 1 lost, 1 new",
  detail: "No longer there: vllm:a. New: vllm:b.",
  deployment: { slug: "chat", title: "Support chat" },
};
const found: NoticesResponse["notices"][number] = {
  ...changed,
  id: "n2",
  kind: "new-deployment",
  title: "Code was found",
  detail: "vLLM serves code on one server.",
};

/** Serves `notices` without the dismissed ones. `refusal` is the response to every dismissal. */
function serveNotices(notices: NoticesResponse["notices"], refusal?: Response): readonly Request[] {
  const requests: Request[] = [];
  const dismissed = new Set<string>();
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const request = new Request(new URL(path, "http://localhost"), init);
    requests.push(request);
    const id = /notices\/(\w+)\/dismiss/.exec(path)?.[1];
    if (id === undefined)
      return Response.json({ asOfMs: 61_000, notices: notices.filter((one) => !dismissed.has(one.id)) });
    if (refusal !== undefined) return refusal;
    dismissed.add(id);
    return Response.json({ asOfMs: 61_000, dismissedId: id });
  });
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

function show(element: React.ReactElement): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{element}</QueryClientProvider>);
}

test("shows what changed, where and when, and removes a notice after dismissal", async () => {
  const requests = serveNotices([changed, found]);
  show(<DeploymentNotices />);
  const row = await screen.findByRole("listitem", { name: changed.title });
  expect(row).toHaveTextContent(/^Metric names changed: 1 lost, 1 new at Support chat/);
  expect(row).toHaveTextContent("1 min ago");
  const newcomer = screen.getByRole("listitem", { name: found.title });
  expect(newcomer).toHaveTextContent(/Code was found 1 min ago/);
  expect(within(newcomer).getByRole("link", { name: "Code was found" })).toHaveAttribute(
    "href",
    "/signals?d=chat",
  );
  expect(row).toHaveTextContent("No longer there: vllm:a.");
  await userEvent.click(screen.getByRole("button", { name: `Dismiss: ${changed.title}` }));
  expect(await screen.findByRole("heading", { name: "1 notice" })).toBeVisible();
  expect(screen.queryByRole("listitem", { name: changed.title })).toBeNull();
  const writes = requests.filter(({ method }) => method === "POST");
  expect(writes.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["dismiss-n1"]);
});

test("shows an error and keeps the notice when dismissal fails", async () => {
  const problem = {
    title: "The database does not respond",
    detail: "PostgreSQL does not respond",
    status: 503,
  };
  serveNotices([found], Response.json(problem, { status: 503 }));
  show(<DeploymentNotices />);
  await userEvent.click(await screen.findByRole("button", { name: `Dismiss: ${found.title}` }));
  expect(await screen.findByRole("alert")).toHaveTextContent("PostgreSQL does not respond.");
  expect(screen.getByRole("listitem", { name: found.title })).toBeVisible();
});

test("shows the newest notice and the number of further notices on the overview", async () => {
  serveNotices([changed, found]);
  show(<NoticeLine />);
  const link = await screen.findByRole("link", { name: `${changed.title} at Support chat` });
  expect(link).toHaveAttribute("href", "/settings/deployments");
  expect(screen.getByText(/and 1 more notice/)).toBeVisible();
});
