import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { ReportDownloads } from "./report-downloads";
import { ReportLinks } from "./report-links";

afterEach(() => vi.unstubAllGlobals());

test("a person who may not create a link reads who can", async () => {
  const response = { asOfMs: 0, isAllowed: true, canEdit: false, links: [] };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(response)));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ReportLinks number={31} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/Only a signed-in person who may edit this investigation/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create link" })).toBeNull();
});

test("the buttons of a report are invisible until the browser runs its scripts", () => {
  const part = (
    <QueryClientProvider client={makeQueryClient()}>
      <ReportDownloads number={31} kind="executive" />
    </QueryClientProvider>
  );
  expect(renderToString(part)).toMatch(/^<span class="[^"]*\binvisible\b/);
  const { container } = render(part);
  expect(container.querySelector("span")).not.toHaveClass("invisible");
});
