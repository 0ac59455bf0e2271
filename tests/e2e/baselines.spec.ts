import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { findAccessibilityViolations } from "../support/e2e/axe";
import { expect, test } from "../support/e2e/browser-test";
import { openInteractive } from "../support/e2e/open-interactive";
import { prometheusFaults } from "../support/e2e/system";
import { createBaselineDocument } from "../support/sample-data/baseline-document";

test.afterEach(() => prometheusFaults.clear());

interface Imported {
  readonly id: string;
  readonly version: number;
}

async function importDocument(page: Page, name: string, slug = "chat-70b"): Promise<Imported> {
  const data = createBaselineDocument({ slug, endMs: Date.now() - 120_000 });
  const response = await page.request.post(`/api/v1/baselines/import?name=${encodeURIComponent(name)}`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data,
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { baseline: Imported }).baseline;
}

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: "Baselines, table" }).getByRole("row").filter({ hasText: name });

const captureDialog = (page: Page): Locator => page.getByRole("dialog", { name: "Capture baseline" });

async function chooseFile(page: Page, text: string): Promise<void> {
  await page
    .getByLabel("Baseline file to import")
    .setInputFiles({ name: "baseline.json", mimeType: "application/json", buffer: Buffer.from(text) });
}

test("the page opens with G B and lists baselines with numbers, age and health", async ({ page }) => {
  await importDocument(page, "Listed week");
  await openInteractive(page, "/overview");
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(page).toHaveURL(/\/baselines/);
  const row = rowOf(page, "Listed week");
  await expect(row).toContainText("chat-70b");
  await expect(row).toContainText("7,200");
  await expect(row).toContainText(/\d+\s*min ago/);
  await expect(row).toContainText("1 concern: few requests");
  await expect(row).toContainText("Imported, unverified");
  await page.getByLabel("Name or author").fill("listed w");
  await expect(page).toHaveURL(/find=listed/);
  await expect(rowOf(page, "Listed week")).toBeVisible();
  await page.getByLabel("Name or author").fill("no such baseline");
  await expect(page.getByText("No baseline matches this text.")).toBeVisible();
  await page.getByRole("button", { name: "Clear the text" }).click();
  await page.getByRole("search").getByRole("combobox", { name: "Deployment" }).selectOption("extract-14b");
  await expect(page).toHaveURL(/d=extract-14b/);
  await expect(rowOf(page, "Listed week")).toHaveCount(0);
});

test("documents contain the list and one baseline before scripts run", async ({ page, complaints }) => {
  const { id } = await importDocument(page, "In the document");
  complaints.expectComplaint(/net::ERR_FAILED/);
  await page.route("**/_next/static/chunks/*.js", (route) => route.abort());
  await page.goto("/baselines?d=chat-70b");
  await expect(rowOf(page, "In the document")).toContainText("7,200");
  await page.goto(`/baselines/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("In the document: TTFT p95 was");
});

test("one click in Signals captures its window, and the dialog leads to the baseline", async ({ page }) => {
  test.setTimeout(300_000);
  // The system has run for minutes, so most blocks of six hours are before its first samples. The assessed window
  // does not move with the clock: opened in the first minute of the system, the dialog would have no samples.
  const assess = async (): Promise<unknown> => {
    const response = await page.request.get(
      "/api/v1/baselines/assessment?deployment=search-30b&from=now-6h&to=now",
    );
    return ((await response.json()) as { summary?: string }).summary;
  };
  await expect.poll(assess, { timeout: 120_000 }).toContain("This window can be captured, with");
  await openInteractive(page, "/signals?d=search-30b&from=now-6h");
  await page.getByRole("button", { name: "Capture baseline" }).click();
  const dialog = captureDialog(page);
  await expect(dialog.getByLabel("Deployment")).toHaveValue("search-30b");
  await expect(dialog.getByRole("combobox", { name: "Window" })).toHaveValue("now-6h now");
  await expect(dialog.getByRole("region", { name: "Assessment of the window" })).toContainText(
    "This window can be captured, with",
    { timeout: 60_000 },
  );
  await dialog.getByLabel("Name").fill("From Signals");
  await dialog.getByText("Load test settings").click();
  await dialog.getByLabel("Users", { exact: true }).fill("-3");
  await dialog.getByRole("button", { name: "Capture", exact: true }).click();
  await expect(dialog.getByText(/must be a number above 0/)).toBeVisible();
  await dialog.getByLabel("Users", { exact: true }).fill("40");
  await dialog.getByRole("button", { name: "Capture", exact: true }).click();
  await expect(dialog.getByText("The baseline was captured.")).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("link", { name: "Open baseline" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("From Signals");
  await expect(page.getByRole("region", { name: "Load", exact: true })).toContainText(
    /Users of the load test\s*40/,
  );
  await expect(page.getByRole("region", { name: "Provenance" })).toContainText("prometheus");
  const concerns = page.getByRole("region", { name: "Concerns" });
  await expect(concerns).toContainText(/\d+ of 3\d\d time blocks are incomplete, because instances started/);
  await expect(concerns).not.toContainText("has 0 requests");
});

test("a short window cannot be captured, and the proposed window is selected with one click", async ({
  page,
}) => {
  await openInteractive(page, "/baselines?d=search-30b&from=now-10m");
  await page.getByRole("button", { name: "Capture baseline" }).click();
  const dialog = captureDialog(page);
  await expect(dialog.getByText("This window cannot be captured.")).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText(/The window has \d+ time blocks\. Choose at least 20 min\./)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Capture", exact: true })).toBeDisabled();
  await dialog.getByRole("button", { name: "Use this window" }).click();
  await expect(dialog.getByText("This window can be captured, with")).toBeVisible({ timeout: 60_000 });
});

test("Prometheus is stopped: the assessment explains it, and a failed capture can be repeated", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await prometheusFaults.set({ kind: "down" });
  await openInteractive(page, "/baselines?d=extract-14b&from=now-37m");
  await page.getByRole("button", { name: "Capture baseline" }).click();
  const dialog = captureDialog(page);
  await expect(dialog.getByText("The window could not be assessed.")).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole("button", { name: "Capture", exact: true })).toBeDisabled();
  const created = await page.request.post("/api/v1/baselines", {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: { deployment: "extract-14b", from: "now-37m", to: "now", name: "While down" },
  });
  expect(created.status()).toBe(202);
  const { baseline } = (await created.json()) as { baseline: Imported };
  await openInteractive(page, `/baselines/${baseline.id}`);
  await expect(page.getByText("The capture failed.")).toBeVisible({ timeout: 90_000 });
  await prometheusFaults.clear();
  await page.getByRole("button", { name: "Capture again" }).click();
  await expect(captureDialog(page).getByText("This window can be captured, with")).toBeVisible({
    timeout: 60_000,
  });
});

test("a baseline shows percentiles with intervals and n, and where they are from", async ({ page }) => {
  const { id } = await importDocument(page, "Measured hour");
  await page.goto(`/baselines/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /^Measured hour: TTFT p95 was [\d.]+\ss \(95\s% interval [\d.\u2060–]+\ss\) at 2.00\sreq\/s\.$/,
  );
  const latency = page.getByRole("region", { name: "Latency and lengths", exact: true });
  const ttft = latency.getByRole("row").filter({ hasText: "Time to first token" });
  await expect(ttft).toContainText(/0\.100–0\.250/);
  await expect(ttft).toContainText("7,200");
  await expect(page.getByRole("region", { name: "Resources and queues", exact: true })).toContainText("83.0");
  await expect(page.getByRole("region", { name: "Environment", exact: true })).toContainText(
    /engine\.version.*0\.11\.0.*info metric/,
  );
  await expect(page.getByRole("region", { name: "Load", exact: true })).toContainText(
    "random, as in a Poisson process",
  );
  await page.getByText("1 query").click();
  await expect(page.getByRole("list", { name: "Queries" })).toHaveText(/up/);
  await expect(page.getByRole("link", { name: "Compare with the last hour" })).toHaveAttribute(
    "href",
    `/compare?before=baseline:${id}&after=window:chat-70b:now-1h:now`,
  );
});

test("a default needs a reason, protects its baseline, and stays in the history", async ({ page }) => {
  const first = await importDocument(page, "First normal", "assist-8b");
  const second = await importDocument(page, "Second normal", "assist-8b");
  await openInteractive(page, `/baselines/${first.id}`);
  const action = page.getByRole("button", { name: /Set as default|Accept as the new normal/ });
  await action.click();
  await action.last().click();
  await expect(page.getByText("State why this is the new normal.")).toBeVisible();
  await page.getByLabel("Reason").fill("stable week");
  await page.keyboard.press("Enter");
  const history = page.getByRole("region", { name: "Defaults of the deployment" });
  await expect(history).toContainText("stable week");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("The baseline is the default of its deployment.");
  await page.getByRole("button", { name: "Close" }).click();
  await openInteractive(page, `/baselines/${second.id}`);
  await page.getByRole("button", { name: "Accept as the new normal" }).click();
  await page.getByLabel("Reason").fill("after the upgrade");
  await page.keyboard.press("Enter");
  await expect(history).toContainText("after the upgrade");
  await openInteractive(page, `/baselines/${first.id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page).toHaveURL(/\/baselines$/);
  await openInteractive(page, `/baselines/${second.id}`);
  await expect(history).toContainText("First normal (deleted)");
  await page.getByRole("button", { name: "Remove default" }).click();
  await page.getByRole("button", { name: "Remove default" }).last().click();
  await expect(page.getByText("State why the deployment has no default any more.")).toBeVisible();
  await page.getByLabel("Reason").fill("other hardware");
  await page.keyboard.press("Enter");
  await expect(history).toContainText("Second normal, removed as the default");
  await expect(history).toContainText("The deployment has no default baseline.");
  await expect(page.getByRole("button", { name: "Set as default" })).toBeVisible();
});

test("a pinned baseline cannot be deleted, and an edit of an older version shows both versions", async ({
  page,
  context,
  complaints,
}) => {
  const { id } = await importDocument(page, "Contended");
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/baselines/${id}`);
    await tab.getByRole("button", { name: "Edit name and expiry" }).click();
  }
  await other.getByLabel("Name").fill("Their name");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toContainText("Their name");
  await other.close();
  complaints.expectComplaint(/status of 412/);
  await page.getByLabel("Name").fill("My name");
  await page.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Changed in the meantime" });
  await expect(conflict.getByRole("row", { name: /^Name/ })).toHaveText(/My name.*Their name/);
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("My name");
  await page.getByRole("button", { name: "Pin", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove pin" })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toContainText("The baseline is pinned. Remove the pin first.");
});

test("an exported file is imported again, and Markdown can be read", async ({ page }) => {
  const { id } = await importDocument(page, "Exported hour");
  await openInteractive(page, `/baselines/${id}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export JSON" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("baseline-exported-hour.json");
  const text = await readFile(await download.path(), "utf8");
  await page.getByRole("button", { name: "Markdown" }).click();
  await expect(page.getByLabel("Markdown text")).toHaveValue(/^# Baseline Performance[^]*TTFT P95: /);
  await page.getByRole("button", { name: "Close" }).click();
  await openInteractive(page, "/baselines");
  await chooseFile(page, text);
  const status = page.getByRole("status").filter({ hasText: "Imported" });
  await expect(status).toContainText("chat-70b, imported");
  await status.getByRole("link").click();
  const provenance = page.getByRole("region", { name: "Provenance" });
  await expect(provenance).toContainText("The file matched its content hash.");
  await expect(provenance).toContainText("Captured, according to the file");
});

test("an import of 9 MB passes, and larger, newer or damaged files are refused with the reason", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await page.goto("/baselines");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("baseline");
  const refusal = page.getByRole("alert").filter({ hasText: "The file was not imported." });
  const document = createBaselineDocument({ slug: "chat-70b", endMs: Date.now() });
  await chooseFile(page, JSON.stringify({ ...document, schemaVersion: 99 }));
  await expect(refusal).toContainText(
    "The document has schema version 99, but this release reads at most 4.",
  );
  await chooseFile(page, JSON.stringify({ ...document, window: null }));
  await expect(refusal).toContainText("The document is not a valid baseline: window");
  await chooseFile(page, "{");
  await expect(refusal).toContainText("The body is not JSON.");
  await chooseFile(page, " ".repeat(11 * 1_024 * 1_024));
  await expect(refusal).toContainText("The file has 11.0 MiB, but at most 10.0 MiB can be imported.");
  await expect(refusal).not.toContainText("Try again");
  const queries = Array.from({ length: 450 }, (_, index) => `${index} ${"x".repeat(19_990)}`);
  const large = createBaselineDocument({ slug: "chat-70b", endMs: Date.now(), queries });
  await chooseFile(page, JSON.stringify(large));
  await expect(page.getByRole("status").filter({ hasText: "Imported" })).toBeVisible({ timeout: 30_000 });
  await expect(refusal).toHaveCount(0);
});

test("a baseline of an unknown deployment names it, and cannot become a default", async ({ page }) => {
  const { id } = await importDocument(page, "From another server", "elsewhere-7b");
  await page.goto("/baselines");
  await expect(rowOf(page, "From another server")).toContainText("elsewhere-7b (deleted or unknown)");
  await page.goto(`/baselines/${id}`);
  await expect(
    page.getByText("elsewhere-7b, a deployment that was deleted or is unknown here"),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Pin", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Set as default" })).toHaveCount(0);
});

test("a link to a deleted baseline explains it", async ({ page, complaints }) => {
  complaints.expectComplaint(/status of 404/);
  await openInteractive(page, "/baselines/01900000-0000-7000-8000-000000000000");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This baseline does not exist.");
  await page.getByRole("link", { name: "All baselines" }).click();
  await expect(page).toHaveURL(/\/baselines$/);
});

for (const [theme, width] of [
  ["light", 1440],
  ["dark", 1440],
  ["dark", 390],
  ["light", 390],
] as const) {
  test(`list, baseline and dialog have no violation, ${theme}, ${width} wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const { id } = await importDocument(page, `Axe ${theme} ${width}`);
    await openInteractive(page, "/baselines?d=chat-70b&from=now-30m");
    await expect(page.getByRole("link", { name: `Axe ${theme} ${width}` })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Capture baseline" }).click();
    await expect(captureDialog(page).getByText("This window can be captured, with")).toBeVisible({
      timeout: 60_000,
    });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.goto(`/baselines/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("TTFT p95 was");
    const widthOf = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widthOf).toBeLessThanOrEqual(width);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
}

test("each column of a printed list and of a printed baseline is on the paper", async ({ page }) => {
  const { id } = await importDocument(page, "Printed");
  await page.emulateMedia({ media: "print" });
  // A4 at 96 dpi.
  await page.setViewportSize({ width: 794, height: 1_123 });
  for (const path of ["/baselines?find=Printed", `/baselines/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole("table").first()).toContainText("7,200");
    const rightEdges = await page
      .getByRole("columnheader")
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().right));
    expect(rightEdges.length).toBeGreaterThan(7);
    expect(Math.max(...rightEdges)).toBeLessThanOrEqual(794);
  }
  await expect(page.getByRole("button", { name: "Delete" })).toBeHidden();
});

test("a baseline states its drift, or why drift cannot be judged yet", async ({ page, complaints }) => {
  const { id } = await importDocument(page, "Drift");
  await page.goto(`/baselines/${id}`);
  await expect(
    page.getByText("Cannot tell: less than an hour has passed since the end of the baseline.", {
      exact: false,
    }),
  ).toBeVisible({ timeout: 60_000 });
  complaints.expectComplaint(/Failed to load resource/);
  await page.route(`**/api/v1/baselines/${id}/drift`, (route) => route.abort());
  await page.reload();
  await expect(page.getByText(/^Drift is unknown: .* Ridgepoint retries automatically\.$/)).toBeVisible();
});
