/** Gate runs on screen: the list, one run with its reasons and history, a waiting run, and failures. */
import type { Page } from "@playwright/test";
import { fixtureStartMs, measureRequests } from "@/lib/analysis/baselines/fixtures";
import type { GateResponse } from "@/lib/contracts/gates";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { findAccessibilityViolations } from "../support/e2e/axe";
import { expect, test } from "../support/e2e/browser-test";
import { expectOriginPage, openInvestigationFromPage } from "../support/e2e/evidence";
import { openInteractive } from "../support/e2e/open-interactive";
import { prometheusFaults } from "../support/e2e/system";

test.afterEach(() => prometheusFaults.clear());

const deployment = "chat-70b";
const blockCount = 60;

function createDocument(): BaselineDocument {
  const measured = measureRequests(Array.from({ length: blockCount }, () => 120));
  const window = { startMs: fixtureStartMs, endMs: fixtureStartMs + blockCount * 60_000 };
  return {
    schemaVersion: 4,
    deployment: { slug: deployment, title: deployment, model: "m", engine: "vllm", engineVersion: null },
    window,
    timeZone: "UTC",
    measured,
    load: {
      requestsPerSecond: 2,
      requestsPerSecondPerInstance: 1,
      requestCounting: null,
      meanInstanceCount: 2,
      dispersionIndex: 1,
      meanPromptTokens: null,
      meanOutputTokens: null,
      meanRunningRequests: null,
      entered: {},
    },
    instanceRange: null,
    environment: {},
    concerns: [],
    historySpreads: [],
    provenance: {
      author: "operator",
      capturedAtMs: window.endMs,
      productVersion: "0.1.0",
      source: "prometheus",
      sourceVersion: null,
      scrapeIntervalMs: 15_000,
      stepMs: 60_000,
      sampling: "Differences of raw counters between block edges.",
      queries: [],
    },
  };
}

async function post(page: Page, path: string, data: object): Promise<unknown> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await page.request.post(path, { headers, data });
  expect([201, 202]).toContain(response.status());
  return response.json();
}

async function importBaseline(page: Page, name: string): Promise<string> {
  const path = `/api/v1/baselines/import?name=${encodeURIComponent(name)}`;
  const { baseline } = (await post(page, path, createDocument())) as { baseline: { id: string } };
  return baseline.id;
}

async function runGate(page: Page, body: object): Promise<GateResponse> {
  const rules = ["ttft.p95=10%", "errors=10%"];
  return (await post(page, "/api/v1/gates", { deployment, rules, ...body })) as GateResponse;
}

test("the list opens with G G, and a run shows its reasons, options and history", async ({ page }) => {
  const baseline = await importBaseline(page, "Reference of the gate");
  await runGate(page, { baseline, window: "15m" });
  const { gate } = await runGate(page, { baseline, window: "10m", factor: "model:a:b", isStrict: true });
  await openInteractive(page, "/overview");
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await expect(page).toHaveURL(/\/gates/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/gate runs?\./);
  const list = page.getByRole("region", { name: "Gate runs, table" });
  const row = list.getByRole("row").filter({ has: page.locator(`a[href="/gates/${gate.id}"]`) });
  await expect(row).toContainText("Cannot tell");
  await expect(row).toContainText("ttft.p95=10%, errors.ratio-to-requests=10%");
  const cutOffPixels = await list.evaluate((region) => region.scrollWidth - region.clientWidth);
  expect(cutOffPixels, "the result is not cut off").toBeLessThanOrEqual(0);
  await row.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/gates/${gate.id}`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /^Cannot tell: The (?:window has \d+ time blocks|deployment has no samples)/,
  );
  await expect(page.getByRole("definition").filter({ hasText: "model from a to b" })).toBeVisible();
  await expect(page.getByText("prevents a verdict (strict)")).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Why there is no verdict" }).getByRole("listitem"),
  ).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Reference of the gate" })).toHaveAttribute(
    "href",
    `/baselines/${baseline}`,
  );
  const history = page.getByRole("region", { name: "History, table" });
  await expect(history.getByRole("link")).toHaveCount(2);
  for (const [theme, width] of [
    ["light", 1440],
    ["dark", 1440],
    ["dark", 390],
    ["light", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `overflow at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.getByRole("button", { name: "Keep as evidence" }).click();
  await openInvestigationFromPage(page, "The gate has no verdict");
  await expectOriginPage(page, "gate", new RegExp(`^/gates/${gate.id}$`));
});

test("a run whose window begins now waits", async ({ page }) => {
  const baseline = await importBaseline(page, "Reference of a waiting gate");
  const { gate } = await runGate(page, { baseline, window: "30m", startsNow: true });
  await page.goto(`/gates/${gate.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Waiting for the end of the window.");
  await expect(page.getByText("Waiting until")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "This page updates by itself." })).toBeVisible();
});

test("a run while Prometheus is down states why it has no verdict", async ({ page }) => {
  const baseline = await importBaseline(page, "Reference without a source");
  await prometheusFaults.set({ kind: "down" });
  const { gate } = await runGate(page, { baseline, window: "25m" });
  await page.goto(`/gates/${gate.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "Cannot tell: The window could not be read:",
  );
  await expect(page.getByText("These rules have no verdict because measurements are missing")).toBeVisible();
});

test("an unknown run and a deployment without runs explain what to do", async ({ page, complaints }) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openInteractive(page, "/gates/01900000-0000-7000-8000-000000000000");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This gate run does not exist.");
  await page.getByRole("link", { name: "All gate runs" }).click();
  await page.getByRole("search").getByLabel("Deployment").selectOption("extract-14b");
  await expect(page).toHaveURL(/d=extract-14b/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No gate runs.");
  await expect(page.getByText("npx ridgepoint gate --deployment extract-14b")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy command" })).toBeVisible();
});
