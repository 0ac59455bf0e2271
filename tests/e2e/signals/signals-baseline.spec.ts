/** Line and band of a baseline in the panels of the Signals page of the real system. */
import type { Page } from "@playwright/test";
import { findAccessibilityViolations } from "@/tests/support/e2e/axe";
import { expect, test } from "@/tests/support/e2e/browser-test";
import { createBaselineDocument } from "@/tests/support/sample-data/baseline-document";
import { openInteractive, reloadInteractive } from "@/tests/support/e2e/open-interactive";

const slug = "chat-70b";

async function importBaseline(page: Page, name: string): Promise<string> {
  const response = await page.request.post(`/api/v1/baselines/import?name=${encodeURIComponent(name)}`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: createBaselineDocument({ slug, endMs: Date.now() - 120_000 }),
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { baseline: { id: string } }).baseline.id;
}

const ttftOf = (page: Page) => page.getByRole("region", { name: "Time to first token, TTFT" });

test("draws a chosen baseline in the chart, summary and table, and removes it again", async ({ page }) => {
  const id = await importBaseline(page, "Line in charts");
  await openInteractive(page, `/signals?d=${slug}&from=now-5m`);
  const menu = page.getByRole("button", { name: "Baseline", exact: true });
  await menu.click();
  await page.getByRole("button", { name: /^Line in charts/ }).click();
  await expect(page).toHaveURL(new RegExp(`base=${id}`));
  await expect(menu).toContainText(/Line in charts, \d+\s*min old/);
  const ttft = ttftOf(page);
  await expect(ttft).toContainText(/; baseline [\d.]+\ss/, { timeout: 60_000 });
  await expect(ttft.getByRole("application")).toHaveAttribute(
    "aria-label",
    /baseline Line in charts, \d+\s*min old, was [\d.]+\ss \(95\s% interval [\d.]+–[\d.]+\)/,
  );
  // The document has TTFT only.
  await expect(page.getByRole("region", { name: "Time per output token, TPOT" })).toContainText(
    "baseline: not measured",
    { timeout: 60_000 },
  );
  await ttft.hover();
  await ttft.getByRole("button", { name: /as a table/ }).click();
  await expect(ttft.getByRole("cell", { name: /^Baseline Line in charts/ })).toContainText("TTFT p95");
  await reloadInteractive(page);
  await expect(ttft).toContainText(/; baseline [\d.]+\ss/, { timeout: 60_000 });
  await menu.click();
  await page.getByRole("button", { name: "No baseline" }).click();
  await expect(page).toHaveURL(/base=off/);
  await expect(ttft).not.toContainText("; baseline");
});

test("a split page and a failed request have no line, and state the reason", async ({ page, complaints }) => {
  const id = await importBaseline(page, "Not drawn");
  await openInteractive(page, `/signals?d=${slug}&from=now-5m&base=${id}&by=instance`);
  const menu = page.getByRole("button", { name: "Baseline", exact: true });
  await menu.click();
  await expect(page.getByText("Split panels show no baseline")).toBeVisible();
  complaints.expectComplaint(/Failed to load resource/);
  await page.route(`**/api/v1/baselines/${id}`, (route) => route.abort());
  await page.goto(`/signals?d=${slug}&from=now-5m&base=${id}`);
  await expect(menu).toContainText("not loaded", { timeout: 60_000 });
  await expect(ttftOf(page)).toContainText(/p95 [\d.]+\ss/, { timeout: 60_000 });
  await expect(ttftOf(page)).not.toContainText("; baseline");
});

for (const [scheme, width] of [
  ["light", 1_440],
  ["dark", 390],
] as const)
  test(`the page with a baseline is accessible and fits at ${width} px in the ${scheme} theme`, async ({
    page,
  }) => {
    const id = await importBaseline(page, `Accessible in the ${scheme} theme`);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/signals?d=${slug}&from=now-5m&base=${id}`);
    await expect(ttftOf(page)).toContainText(/; baseline [\d.]+\ss/, { timeout: 60_000 });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
