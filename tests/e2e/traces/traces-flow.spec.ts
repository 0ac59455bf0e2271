import type { TraceFlowResponse } from "@/lib/contracts/traces/trace-flow";
import { expect, test } from "@/tests/support/e2e/browser-test";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

test("services and calls are shown as a map with keyboard navigation and as a table", async ({ page }) => {
  await openInteractive(page, "/traces?d=chat-70b&from=now-15m");
  await page.getByRole("navigation", { name: "Traces pages" }).getByRole("link", { name: "Flow" }).click();
  await expect(page).toHaveURL(/\/traces\/flow\?d=chat-70b/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /Requests wait longest for chat-70b.*: /,
    {
      timeout: 60_000,
    },
  );
  const map = page.getByRole("listbox", { name: /^Map of \d+ services and \d+ calls\. / });
  const call = map.getByRole("option", { name: /^chat-70b-gateway → / }).first();
  await call.focus();
  const mapSection = page.getByRole("region", { name: "Map" });
  await expect(mapSection).toContainText(
    /[\d,]+ calls in [\d,]+ requests, [\d.]+\sper second(?: \(traced requests only\))?, .*(?: failed|none failed)/,
  );
  await expect(mapSection).toContainText(/Requests spend .* of their time waiting for this call[.,]/);
  const name = await call.getAttribute("aria-label");
  const table = page.getByRole("region", { name: "Table of calls" });
  await expect(table.getByRole("row").filter({ hasText: (name ?? "").split(",")[0] ?? "" })).toHaveClass(
    /bg-selected/,
  );
  await page.keyboard.press("End");
  await expect(map.getByRole("option").last()).toBeFocused();
  const shares = await table.getByRole("row").locator("td:nth-child(2)").allTextContents();
  const sum = shares.reduce((total, text) => total + Number.parseFloat(text.replace("<", "")), 0);
  expect(sum).toBeGreaterThan(95);
  expect(sum).toBeLessThan(101);
});

test("rates are scaled to all requests once metrics cover the traces, and the traced share is shown", async ({
  page,
}) => {
  // The traces must reach back more than a minute before the longest request, as they do for this deployment. Other
  // specs stop parts of the system, and the traces and metrics of that time differ: a short window soon excludes it.
  test.setTimeout(400_000);
  const scale = async (): Promise<string | undefined> => {
    const answer = await page.request.get("/api/v1/traces/flow?deployment=extract-14b&from=now-3m");
    return ((await answer.json()) as Partial<TraceFlowResponse>).flow?.retrieval.scale.kind;
  };
  await expect.poll(scale, { timeout: 240_000 }).toBe("all-requests");
  await page.goto("/traces/flow?d=extract-14b&from=now-3m");
  await expect(
    page.getByText(
      /[\d,]+ traced requests ended within the .* The metrics count [\d,]+.*\. Rates are scaled to all requests\./,
    ),
    // The page reads the traces once a minute, and a request longer than all others may end in between.
  ).toBeVisible({ timeout: 150_000 });
});

test("the map shows changes against a comparison window and refuses an overlapping one", async ({ page }) => {
  // Traces exist since the start of the run, so the previous window is covered at some point.
  test.setTimeout(300_000);
  const path = "/api/v1/traces/flow?deployment=chat-70b&from=now-1m&cmp=previous&n=100";
  const before = async (): Promise<number> => {
    const answer = (await (await page.request.get(path)).json()) as TraceFlowResponse;
    return answer.compared?.retrieval?.returnedCount ?? 0;
  };
  await expect.poll(before, { timeout: 240_000 }).toBeGreaterThan(20);
  await page.goto("/traces/flow?d=chat-70b&from=now-1m&cmp=previous&n=100");
  await expect(page.getByText(/The previous 1\smin: [\d,]+ requests/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("columnheader", { name: "Change of mean, ms" })).toBeVisible();
  await openInteractive(page, `/traces/flow?d=chat-70b&from=now-5m&cmp=${Date.now()}`);
  await expect(page.getByRole("listbox", { name: /^Map of/ })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Compare with" }).click();
  await expect(page.getByText("The comparison window would overlap this window")).toBeVisible();
});

test("on a phone the table precedes the map", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/traces/flow?d=chat-70b&from=now-5m");
  const [table, map] = [
    page.getByRole("region", { name: "Calls", exact: true }),
    page.getByRole("region", { name: "Map" }),
  ];
  await expect(table).toBeVisible({ timeout: 60_000 });
  const [first, second] = [await table.boundingBox(), await map.boundingBox()];
  expect(first?.y ?? Infinity).toBeLessThan(second?.y ?? 0);
});
