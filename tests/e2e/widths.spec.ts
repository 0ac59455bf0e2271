/** Tables fit the available width without clipped or overlapping cells and without missing values. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e/browser-test";

const columns = [
  "Status",
  "Deployment",
  "TTFT p95",
  "TPOT p95",
  "Requests",
  "Output",
  "Running",
  "Waiting",
  "KV cache",
  "Errors",
];

/** Returns overview cells that are outside the page, clipped, or overlapping. */
function problemsOf(page: Page): Promise<readonly string[]> {
  return page.getByRole("table").evaluate((table) => {
    const edge = document.documentElement.clientWidth;
    const problems: string[] = [];
    for (const row of table.querySelectorAll('[role="row"]')) {
      const cells = [...row.querySelectorAll('[role="cell"], [role="columnheader"]')]
        .map((cell) => ({ text: cell.textContent, box: cell.getBoundingClientRect(), cell }))
        .filter(({ box }) => box.width > 0 && box.height > 0);
      for (const { text, box, cell } of cells) {
        if (box.right > edge + 0.5 || box.left < -0.5) problems.push(`out of the page: ${text}`);
        if (cell.scrollWidth > cell.clientWidth + 1) problems.push(`wider than its cell: ${text}`);
      }
      for (const [index, { text, box }] of cells.entries()) {
        const over = cells
          .slice(index + 1)
          .find(
            ({ box: other }) =>
              Math.min(box.right, other.right) - Math.max(box.left, other.left) > 0.5 &&
              Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 0.5,
          );
        if (over !== undefined) problems.push(`${text} overlaps ${over.text}`);
      }
    }
    return problems;
  });
}

async function openFleet(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("in trouble", { timeout: 60_000 });
  await expect(page.getByRole("table").getByRole("link", { name: "chat-70b" }).first()).toBeVisible();
}

const overviewPaths = { normal: "/overview?from=now-15m", kiosk: "/kiosk?pages=overview&from=now-15m" };

for (const [viewport, path] of Object.entries(overviewPaths)) {
  for (const width of [1920, 1440, 1280]) {
    test(`all columns of the overview fit ${width}, ${viewport}`, async ({ page }) => {
      await openFleet(page, path, width);
      const headers = page.getByRole("columnheader");
      await expect(headers).toHaveCount(columns.length);
      for (const [index, title] of columns.entries()) {
        await expect(headers.nth(index)).toContainText(title);
        await expect(headers.nth(index)).toBeInViewport({ ratio: 1 });
      }
      expect(await problemsOf(page)).toEqual([]);
    });
  }

  // In a window of 820 px, a scrollbar of 15 px leaves 805 px.
  for (const width of [1024, 805, 700, 390]) {
    test(`overview rows are complete at ${width}, ${viewport}`, async ({ page }) => {
      await openFleet(page, path, width);
      const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "chat-70b" }) });
      const isTable = await page.getByRole("columnheader").first().isVisible();
      // Without a sidebar and without enlargement, only phones have blocks.
      if (viewport === "normal") expect(isTable).toBe(width >= 700);
      const labels = isTable ? page.getByRole("columnheader") : row.first();
      const requests = isTable ? "Requests" : "Requests/s";
      for (const word of ["TTFT p95", "TPOT p95", requests, "Waiting", "KV cache", "Errors"])
        await expect(labels.getByText(word, { exact: true }).first()).toBeVisible();
      // Ten values, and the sentence below them.
      await expect(row.first().getByRole("cell").filter({ visible: true })).toHaveCount(11);
      expect(await problemsOf(page)).toEqual([]);
    });
  }
}

for (const width of [1280, 900, 768, 390]) {
  test(`the text of the data check fits ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/settings/data-check?d=chat-70b");
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible({ timeout: 60_000 });
    const narrow = await page.locator("main section li").evaluateAll((rows) =>
      rows.flatMap((row) => {
        const edge = document.documentElement.clientWidth;
        return [...row.children].flatMap((cell) => {
          const { width: cellWidth, right } = cell.getBoundingClientRect();
          if (cell.textContent === "") return [];
          if (right > edge + 0.5) return [`out of the page: ${cell.textContent}`];
          if (cell.scrollWidth > cell.clientWidth + 1) return [`wider than its cell: ${cell.textContent}`];
          return cellWidth < 100 ? [`${Math.round(cellWidth)} px wide: ${cell.textContent}`] : [];
        });
      }),
    );
    expect(narrow).toEqual([]);
  });
}

test("a phone shows the per-node differences of two deployments", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto("/traces/compare?d=assist-8b&a=all&b=all&bDeployment=code-32b&from=now-2m");
  const nodes = page.getByRole("region", { name: "Difference by node" });
  await expect(nodes.getByRole("row")).not.toHaveCount(0, { timeout: 30_000 });
  expect(await nodes.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
});

test("a phone shows the complete list of traces", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto("/traces?d=chat-70b&from=now-15m");
  const list = page.getByRole("region", { name: "Traces" });
  await expect(list.getByRole("link").first()).toBeVisible({ timeout: 30_000 });
  for (const title of ["Start", "Duration", "TTFT", "Trace"])
    await expect(list.getByRole("columnheader", { name: title, exact: true })).toBeInViewport({ ratio: 1 });
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
