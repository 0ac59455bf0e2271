/** Lists and analyses of traces, a correlation, the Overview, a baseline and a data check as evidence: copies of pages. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/tests/support/e2e/browser-test";
import {
  endedRange,
  expectAccessible,
  keepAnswerAsEvidence,
  openInvestigation,
  waitForEndedRequests,
  waitUntilEvidenceStored,
} from "@/tests/support/e2e/evidence";
import { importBaseline } from "@/tests/support/e2e/imported-baseline";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

const slug = "chat-70b";
const window = `d=${slug}&from=now-15m`;
const endedWindow = `d=${slug}&${endedRange}`;

interface EvidencePage {
  readonly path: string;
  /** Absent on a page with one button. */
  readonly buttonName?: string;
}

/** Keeps the answer of the page, and opens the investigation at its evidence. */
async function keepAndOpen(
  page: Page,
  { path, buttonName = "Keep as evidence" }: EvidencePage,
): Promise<Locator> {
  const { number, title } = await openInvestigation(page);
  await openInteractive(page, path);
  await keepAnswerAsEvidence(page, title, "E1", { buttonName });
  await waitUntilEvidenceStored(page, number);
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.scrollIntoViewIfNeeded();
  return item;
}

test("a kept list of traces is drawn in its order, and its chart with every request", async ({ page }) => {
  test.setTimeout(300_000);
  await waitForEndedRequests(page);
  const list = await keepAndOpen(page, {
    path: `/traces?${endedWindow}&tab=slowest`,
    buttonName: "Keep as evidence: list of traces",
  });
  await expect(list).toContainText("Order: Slowest");
  await expect(list.getByRole("region", { name: "Traces" }).getByRole("row")).not.toHaveCount(1);
  await expect(list.getByRole("checkbox")).toHaveCount(0);
  await expect(list.getByRole("link", { name: "Open the live page" })).toHaveAttribute(
    "href",
    /^\/traces\?d=chat-70b&from=\d+&to=\d+&tab=slowest$/,
  );
  const chart = await keepAndOpen(page, {
    path: `/traces?${window}`,
    buttonName: "Keep as evidence: chart of requests",
  });
  await expect(chart.getByRole("region", { name: "Duration by start time" })).toContainText(
    /Start and duration of [\d,]+ requests/,
  );
  await expectAccessible(page);
});

test("kept analyses of requests have the charts and tables of their pages", async ({ page }) => {
  test.setTimeout(300_000);
  await waitForEndedRequests(page);
  const breakdown = await keepAndOpen(page, { path: `/traces/breakdown?${endedWindow}` });
  await expect(breakdown).toContainText(/The median request spends/);
  await expectAccessible(page);
  const operations = await keepAndOpen(page, { path: `/traces/operations?${endedWindow}` });
  const table = operations.getByRole("region", { name: "Operations" });
  await expect(table.getByRole("row")).not.toHaveCount(1);
  await table.getByRole("button", { name: "Spans" }).click();
  await expect(table.getByRole("columnheader", { name: "Spans" })).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/INV-\d+$/);
  const slow = await keepAndOpen(page, { path: `/traces/slow?${endedWindow}&slowQuantile=0.9` });
  await expect(slow.getByRole("link", { name: "Open the live page" })).toHaveAttribute(
    "href",
    /^\/traces\/slow\?d=chat-70b&from=\d+&to=\d+&slowQuantile=0\.9$/,
  );
  await expect(slow).toContainText(/requests/);
});

test("a kept correlation has the coefficients of the live page for its window", async ({ page }) => {
  test.setTimeout(180_000);
  const { number, title } = await openInvestigation(page);
  const signals = `/signals/correlate?d=${slug}&x=requests&y=ttft`;
  const result = page.getByRole("region", { name: "Correlation", exact: true });
  await openInteractive(page, `${signals}&from=now-5m`);
  // The history is then long enough for a window without its last minute.
  await expect(result.locator("dl")).toContainText(/Pairs, n(?:[4-9]\d|\d{3})/, { timeout: 90_000 });
  // A fixed window, whose points no later scrape changes.
  const toMs = Math.floor(Date.now() / 10_000) * 10_000 - 60_000;
  await openInteractive(page, `${signals}&from=${toMs - 240_000}&to=${toMs}`);
  await expect(result).toContainText("Effective n", { timeout: 60_000 });
  const facts = await result.locator("dl").innerText();
  await expectAccessible(page);
  await keepAnswerAsEvidence(page, title, "E1");
  await waitUntilEvidenceStored(page, number);
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.scrollIntoViewIfNeeded();
  await expect(item).toContainText(`TTFT p95 vs. requests of ${slug}`);
  const copy = item.getByRole("region", { name: "Correlation", exact: true });
  await expect(copy.locator("dl")).toContainText("Spearman");
  expect(await copy.locator("dl").innerText()).toBe(facts);
  await expect(item.locator("figure circle")).not.toHaveCount(0);
  await expect(item.getByText(/^The live data match the copy/)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await item.getByRole("link", { name: "Open the live page" }).click();
  await expect(page.getByRole("combobox", { name: "Y axis" })).toHaveValue("ttft");
  await expect(page).toHaveURL(/\/signals\/correlate\?d=chat-70b&from=\d+&to=\d+/);
});

test("the kept Overview has a row for each deployment, and queries no roofline", async ({ page }) => {
  test.setTimeout(180_000);
  const item = await keepAndOpen(page, { path: "/overview?from=now-1h" });
  const rooflines: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/roofline")) rooflines.push(request.url());
  });
  const table = item.getByRole("table", { name: "Deployments, last five minutes" });
  await expect(table.getByRole("link", { name: slug, exact: true })).toBeVisible();
  await expect(table.getByRole("row").filter({ hasText: "Fleet" })).toContainText("Output tokens/s");
  await expect(item.getByText(/ · n = [\d,]+ requests/)).toBeVisible();
  await expectAccessible(page);
  expect(rooflines).toEqual([]);
  await expect(item.getByRole("link", { name: "Open the live page" })).toHaveAttribute(
    "href",
    /^\/overview\?from=\d+&to=\d+$/,
  );
});

test("a kept baseline has its percentiles, and a kept data check the signals of its deployment", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const baselineId = await importBaseline(page, { name: "Kept baseline", slug });
  const numbers = await keepAndOpen(page, { path: `/baselines/${baselineId}` });
  await expect(numbers.getByRole("region", { name: "Latency and lengths", exact: true })).toContainText(
    "TTFT",
  );
  await expect(numbers.getByRole("region", { name: "Provenance" })).toBeVisible();
  await expectAccessible(page);
  const check = await keepAndOpen(page, { path: `/settings/data-check?d=${slug}` });
  await expect(check).toContainText(/\d+ of \d+ signals have data\./);
  await expect(check.getByRole("listitem", { name: "Time to first token, TTFT" })).toContainText("has data");
  await expectAccessible(page);
});
