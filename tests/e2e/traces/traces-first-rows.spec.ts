/** The server-rendered first rows are at the same positions and have the same content as the waterfall. */
import type { Locator, Page } from "@playwright/test";
import { findAccessibilityViolations } from "@/tests/support/e2e/axe";
import { expect, test } from "@/tests/support/e2e/browser-test";
import { allowScripts, blockScripts, openPageWithAnswer } from "@/tests/support/e2e/server-rendered";

/** A trace that reports its first token. */
async function anyTrace(page: Page): Promise<string> {
  await page.goto("/traces?d=chat-70b&from=now-2m&tab=first-token");
  const link = page.getByRole("link", { name: /^Trace [0-9a-f]{32}$/ }).first();
  return (await link.getAttribute("href", { timeout: 60_000 })) ?? "";
}

const firstRows = (page: Page): Locator => page.getByRole("table", { name: /spans$/i }).getByRole("row");

/** Cells of each row, without the bar. */
const cellsOf = (rows: Locator): Promise<readonly string[]> =>
  rows.evaluateAll((found) =>
    found.map((row) =>
      [...row.children]
        .slice(0, -1)
        .map((cell) => cell.textContent)
        .join(" | "),
    ),
  );

test("rows are visible before scripts run, equal the waterfall, and nothing moves when it loads", async ({
  page,
  complaints,
}) => {
  const href = await anyTrace(page);
  await blockScripts(page, complaints);
  await openPageWithAnswer(href, firstRows(page).first());
  const [cells, box] = [await cellsOf(firstRows(page)), await firstRows(page).first().boundingBox()];
  await allowScripts(page);

  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as PerformanceEntry & { readonly value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(href);
  const grid = page.getByRole("treegrid", { name: "Spans" });
  await expect(grid.getByRole("row").first()).toBeVisible({ timeout: 30_000 });
  const waterfallCells = await cellsOf(grid.getByRole("row"));
  expect(cells.length).toBeGreaterThan(3);
  expect(waterfallCells.slice(0, cells.length)).toEqual(cells);
  const boxAfterLoad = await grid.getByRole("row").first().boundingBox();
  expect(Math.abs((boxAfterLoad?.y ?? 0) - (box?.y ?? 0))).toBeLessThanOrEqual(30);
  expect(boxAfterLoad?.width).toBe(box?.width);
  const shifted = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
  expect(shifted).toBeLessThan(0.1);
});

test("the server-rendered page has no accessibility violation in both themes at both widths", async ({
  page,
  complaints,
}) => {
  const href = await anyTrace(page);
  await blockScripts(page, complaints);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await openPageWithAnswer(href, firstRows(page).first());
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findAccessibilityViolations(page)).toEqual([]);
    }
  }
});

test("a full page load has first rows, and client-side navigation does not request them", async ({
  page,
}) => {
  const href = await anyTrace(page);
  const fetchPage = async (destination: string): Promise<string> => {
    const response = await page.request.get(href, { headers: { "sec-fetch-dest": destination } });
    return response.text();
  };
  await expect.poll(() => fetchPage("document"), { timeout: 45_000 }).toContain("data-first-rows");
  expect(await fetchPage("empty")).not.toContain("data-first-rows");
});

test("the server-rendered page and the client state why a trace cannot be loaded", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 404/);
  await blockScripts(page, complaints);
  const main = page.getByRole("main");
  await openPageWithAnswer(`/traces/${"7".repeat(32)}`, main.filter({ hasText: "has no trace 7777" }));
  await expect(main.getByRole("alert")).toHaveCount(0);
  await allowScripts(page);
  await page.reload();
  await expect(main.getByRole("alert")).toContainText("has no trace 7777", { timeout: 30_000 });
  await expect(main.getByRole("button", { name: "Try again" })).toBeVisible();
});
