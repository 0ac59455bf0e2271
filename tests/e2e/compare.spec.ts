import type { Page } from "@playwright/test";
import { baselineSchemaVersion } from "@/lib/model/baseline/baseline-document";
import { measureFixture, vllmEdges, type WindowPlan } from "@/lib/analysis/comparisons/fixtures";
import { findAccessibilityViolations } from "../support/e2e/axe";
import { expect, test } from "../support/e2e/browser-test";
import { expectOriginPage, openInvestigationFromPage } from "../support/e2e/evidence";
import { prometheusFaults } from "../support/e2e/system";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

test.afterEach(() => prometheusFaults.clear());

const cap = "engine.flags.max_num_seqs";

/** Imports a baseline of two hours with known latencies, and returns how the page names it. */
async function importSide(page: Page, name: string, plan: WindowPlan): Promise<string> {
  const data = {
    schemaVersion: baselineSchemaVersion,
    instanceRange: null,
    historySpreads: [],
    ...measureFixture({ edges: vllmEdges, ...plan }),
    provenance: {
      author: "test",
      capturedAtMs: Date.now(),
      productVersion: "1.0.0",
      source: "prometheus",
      sourceVersion: null,
      scrapeIntervalMs: 15_000,
      stepMs: 60_000,
      sampling: "Simulated.",
      queries: ["up"],
    },
  };
  const response = await page.request.post(`/api/v1/baselines/import?name=${encodeURIComponent(name)}`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data,
  });
  expect(response.status()).toBe(201);
  return `baseline:${((await response.json()) as { baseline: { id: string } }).baseline.id}`;
}

const link = (before: string, after: string, more = ""): string =>
  `/compare?before=${before}&after=${after}${more}`;

const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const decisive = (page: Page) => page.getByRole("region", { name: "Signals that decide", exact: true });

test("two baselines have a verdict in one sentence, its numbers, and overlaid histograms", async ({
  page,
}) => {
  const before = await importSide(page, "Before release", {});
  const after = await importSide(page, "After release", { seed: 2, factor: 1.3 });
  await page.goto(link(before, after));
  await expect(headline(page)).toContainText(/Mean TTFT is (?:29|30|31)\s% worse/);
  const ttft = decisive(page).getByRole("row").filter({ hasText: "TTFT p95" });
  await expect(ttft).toContainText("Worse");
  await expect(ttft).toContainText("24,000 / 24,000");
  await expect(ttft).toContainText(/0\.5–0\.75\ss/);
  await expect(page.getByRole("region", { name: "Before", exact: true })).toContainText("Before release");
  const chart = page.getByRole("region", { name: "Histograms", exact: true });
  await expect(chart.getByRole("img")).toHaveAccessibleName(/24,000 before and 24,000 after/);
  await chart.getByRole("combobox", { name: "Signal" }).selectOption({ label: "End to end, E2E" });
  await expect(page).toHaveURL(/chart=e2e/);
  await chart.getByRole("button", { name: "Histograms as a table" }).click();
  await expect(chart.getByRole("table")).toContainText("%");
  await page.getByRole("button", { name: /Show all \d+ numbers/ }).click();
  await expect(page.getByRole("region", { name: "All signals", exact: true })).toContainText("TPOT p50");
  await page.getByRole("button", { name: "Swap sides" }).click();
  await expect(headline(page)).toContainText(/Mean TTFT is 2\d\s% better/);
  await page.goBack();
  await expect(headline(page)).toContainText("worse");
  await page.getByRole("button", { name: "Keep as evidence" }).click();
  await openInvestigationFromPage(page, "Slower after the release");
  await expectOriginPage(page, "comparison", /^\/compare\?before=baseline%3A.*&after=baseline%3A/);
});

test("an undeclared difference refuses the verdict and names its path; declared, it is judged", async ({
  page,
}) => {
  const before = await importSide(page, "Cap 256", { environment: { [cap]: "256" } });
  const after = await importSide(page, "Cap 64", { seed: 2, factor: 1.5, environment: { [cap]: "64" } });
  await page.goto(link(before, after));
  await expect(headline(page)).toContainText(`No verdict: ${cap} (256 → 64) differs`);
  await expect(page.getByRole("region", { name: "Environment", exact: true })).toContainText("different");
  const factor = page.getByLabel(
    "Intended difference (declared factor): configuration path, or path:old-value:new-value",
  );
  await factor.fill("not a path");
  await expect(page.getByText(/^The factor must be a configuration path/)).toBeVisible();
  await factor.fill(`${cap}:256:64`);
  await factor.press("Enter");
  await expect(headline(page)).toContainText("worse");
  await expect(page).toHaveURL(/factor=/);
  await expect(page.getByRole("region", { name: "Environment", exact: true })).toContainText(
    "declared factor",
  );
});

test("a short window names the length that it needs", async ({ page }) => {
  await page.goto(link("window:chat-70b:now-1h:now", "window:chat-70b:now-5m:now"));
  await expect(headline(page)).toContainText("Cannot tell: chat-70b was not measured.", { timeout: 60_000 });
  await expect(headline(page)).toContainText("Choose at least 20 min.");
});

test("Prometheus is stopped: the page explains it, and recovers", async ({ page, complaints }) => {
  complaints.expectComplaint(/Failed to load resource/);
  await prometheusFaults.set({ kind: "down" });
  await openInteractive(page, link("window:code-32b:now-27m:now", "window:code-32b:now-27m:now"));
  await expect(page.getByRole("alert").filter({ hasText: "Try again" })).toBeVisible({ timeout: 60_000 });
  await expect(headline(page)).toHaveText("The sides could not be compared.");
  await expect(page.getByRole("search", { name: "Compared sides" })).toBeVisible();
  await prometheusFaults.clear();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "After", exact: true })).toContainText("code-32b", {
    timeout: 60_000,
  });
  await expect(headline(page)).not.toHaveText("The sides could not be compared.");
});

test("the comparison is exported as Markdown and JSON", async ({ page }) => {
  const before = await importSide(page, "Exported before", {});
  const after = await importSide(page, "Exported after", { seed: 2 });
  await openInteractive(page, link(before, after));
  await page.getByRole("button", { name: "Markdown" }).click();
  await expect(page.getByRole("button", { name: "Copy Markdown" })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export JSON" }).click();
  expect((await saving).suggestedFilename()).toBe("comparison-exported-before-exported-after.json");
  const query = new URLSearchParams({ before, after, format: "markdown" });
  const exported = await page.request.get(`/api/v1/comparisons/export?${query.toString()}`);
  expect(((await exported.json()) as { text: string }).text).toMatch(/^# Comparison\n\n[\s\S]+## Signals\n/);
});

test("the sides are selected on the page, from baselines and deployments", async ({ page }) => {
  await importSide(page, "Selectable", {});
  await openInteractive(page, "/compare");
  await expect(headline(page)).toHaveText("Select two sides to compare.");
  await page.getByRole("combobox", { name: "Before", exact: true }).selectOption("baseline");
  await expect(page).toHaveURL(/before=baseline/);
  await page.getByRole("combobox", { name: "After", exact: true }).selectOption("baseline");
  await expect(page).toHaveURL(/after=baseline/);
  await expect(headline(page)).toContainText("same");
});

for (const width of [390, 1440]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`the page is accessible and fits at ${width}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const before = await importSide(page, `Cap 256, ${width}`, { environment: { [cap]: "256" } });
      const after = await importSide(page, `Cap 64, ${width}`, {
        seed: 2,
        factor: 1.3,
        environment: { [cap]: "64" },
      });
      await openInteractive(page, link(before, after, `&factor=${cap}`));
      await expect(decisive(page)).toBeVisible();
      await page.getByRole("button", { name: /Show all/ }).click();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  }
}
