import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import { GoalForm } from "./goal-form";

const investigation = (version: number, goal: Investigation["goal"]) =>
  ({
    number: 31,
    version,
    goal,
    baseline: null,
    deployments: [{ slug: "chat" }],
    conditions: [],
  }) as unknown as Investigation;

afterEach(() => vi.unstubAllGlobals());

test("a conflict shows the amount of each version with its unit, and who saved the other one", async () => {
  vi.stubGlobal("fetch", (_: string, { method = "GET" }: RequestInit = {}) =>
    Promise.resolve(
      method === "GET"
        ? Response.json({ asOfMs: 0, baselines: [] })
        : Response.json({ code: "precondition-failed", title: "", detail: "" }, { status: 412 }),
    ),
  );
  const queries = makeQueryClient();
  const form = (present: Investigation) => (
    <QueryClientProvider client={queries}>
      <GoalForm
        investigation={present}
        lastSave={{ author: "Mara", atMs: Date.UTC(2026, 10, 29, 14, 3) }}
        onClose={() => undefined}
      />
    </QueryClientProvider>
  );
  const change = { kind: "change", signal: "ttft", statistic: "p95", changeRatio: -0.3 } as const;
  const { rerender } = render(form(investigation(1, change)));
  const amount = screen.getByLabelText("Amount, %");
  await userEvent.clear(amount);
  await userEvent.type(amount, "20");
  rerender(form(investigation(2, { kind: "at-most", signal: "ttft", statistic: "p95", value: 1.5 })));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  const dialog = await screen.findByRole("dialog", { name: "Changed by Mara" });
  expect(within(dialog).getByRole("row", { name: /^Amount/ })).toHaveTextContent("Amount20 %1.5 s");
  expect(dialog).toHaveTextContent(/Mara saved a new version/);
});

test("only baselines of the deployments of the investigation can be chosen", async () => {
  const baseline = (id: string, slug: string | null) => ({
    id,
    name: `Baseline ${id}`,
    state: "ready",
    deployment: slug === null ? null : { slug, title: slug },
  });
  const baselines = [baseline("of-chat", "chat"), baseline("of-code", "code"), baseline("imported", null)];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ asOfMs: 0, baselines })));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <GoalForm investigation={investigation(1, null)} lastSave={null} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.findByRole("option", { name: "Baseline of-chat" });
  expect(screen.getByRole("option", { name: "Baseline imported" })).toBeInTheDocument();
  expect(screen.queryByRole("option", { name: "Baseline of-code" })).not.toBeInTheDocument();
});
