/** Traces, comparisons of traces, flows and batch sweeps as evidence: the copies are drawn without their source. */
import type { Locator, Page } from "@playwright/test";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { expect, test } from "@/tests/support/e2e/browser-test";
import {
  endedRange,
  expectAccessible,
  keepAnswerAsEvidence,
  openInvestigation,
  waitForEndedRequests,
  waitUntilEvidenceStored,
} from "@/tests/support/e2e/evidence";
import { openInteractive, reloadInteractive } from "@/tests/support/e2e/open-interactive";
import { chooseModel } from "@/tests/support/e2e/roofline-model";
import { jaegerFaults } from "@/tests/support/e2e/system";

const slug = "chat-70b";

/**
 * Waits until traces with a first token exist and Jaeger responds, which it did not in the test before. Returns the id of
 * the newest one.
 */
async function findTraceId(page: Page): Promise<string> {
  const read = async (): Promise<string> => {
    const answer = await page.request.get(`/api/v1/traces?deployment=${slug}&from=now-15m`);
    const { newest, problem } = (await answer.json()) as TracesResponse;
    if (problem !== null) return "";
    return newest?.traces.find(({ ttftSeconds }) => ttftSeconds !== null)?.traceId ?? "";
  };
  await expect.poll(read, { timeout: 90_000 }).not.toBe("");
  return read();
}

/** Opens the investigation after the server has stored the answer, and scrolls to its first evidence. */
async function openStored(page: Page, number: number): Promise<Locator> {
  await waitUntilEvidenceStored(page, number);
  return openItem(page, number);
}

async function openItem(page: Page, number: number): Promise<Locator> {
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.scrollIntoViewIfNeeded();
  return item;
}

test.describe("with a source that stops after the click", () => {
  test.afterEach(() => jaegerFaults.clear());

  test("a kept trace has its phases, waterfall and attributes", async ({ page }) => {
    test.setTimeout(180_000);
    const { number, title } = await openInvestigation(page);
    const traceId = await findTraceId(page);
    await openInteractive(page, `/traces/${traceId}?d=${slug}`);
    const live = page.getByRole("region", { name: "TTFT by phase" }).getByRole("definition");
    await expect(live.last()).toBeVisible({ timeout: 30_000 });
    const numbers = await live.allTextContents();
    await keepAnswerAsEvidence(page, title, "E1");
    const item = await openStored(page, number);
    await jaegerFaults.set({ kind: "down" });
    await page.reload();
    await item.scrollIntoViewIfNeeded();
    const phases = item.getByRole("region", { name: "TTFT by phase" }).getByRole("definition");
    await expect(phases).toHaveText(numbers);
    // The colours of a bar are its content, and browsers print no other backgrounds.
    await page.emulateMedia({ media: "print" });
    const bars = item.getByRole("region", { name: "TTFT by phase" }).locator('[style*="background"]');
    await expect(bars.first()).toHaveCSS("print-color-adjust", "exact");
    await page.emulateMedia({ media: null });
    const spans = item.getByRole("treegrid", { name: "Spans" });
    await spans.getByRole("row").nth(1).click();
    await expect(item.getByRole("complementary", { name: "Span" })).toContainText("Attributes");
    await expect(item).toContainText("The text of prompts and completions is not stored.");
    await expectAccessible(page);
    await expect(item.getByRole("link", { name: "Open the live page" })).toHaveAttribute(
      "href",
      new RegExp(String.raw`^/traces/${traceId}\?d=${slug}&from=\d+&to=\d+$`),
    );
  });

  test("an editor includes the text of prompts, which the evidence states on screen", async ({ page }) => {
    test.setTimeout(180_000);
    const { number, title } = await openInvestigation(page);
    await openInteractive(page, `/traces/${await findTraceId(page)}?d=${slug}`);
    await keepAnswerAsEvidence(page, title, "E1", { includesPromptText: true });
    const item = await openStored(page, number);
    await expect(item).toContainText("Stored with any text of prompts and completions");
    await expect(item).toContainText("The text of prompts and completions is stored if spans have it");
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText(
      /added E1, Trace [0-9a-f]{8} of chat-70b, with any text of prompts and completions/,
    );
  });

  test("a kept comparison of slow requests with the rest has its phases and nodes", async ({ page }) => {
    test.setTimeout(240_000);
    const { number, title } = await openInvestigation(page);
    await waitForEndedRequests(page);
    await openInteractive(page, `/traces/compare?d=${slug}&${endedRange}&slowQuantile=0.9&maxRequests=500`);
    await keepAnswerAsEvidence(page, title, "E1");
    const item = await openStored(page, number);
    await jaegerFaults.set({ kind: "down" });
    await reloadInteractive(page);
    await item.scrollIntoViewIfNeeded();
    await expect(item.getByRole("region", { name: "Groups" })).toContainText(/Slow requests: \d+/);
    await expect(item.getByRole("region", { name: "Difference by phase" })).toContainText("TTFT");
    await item.getByRole("button", { name: "Tree" }).click();
    await expect(
      item.getByRole("region", { name: "Difference by node" }).getByRole("rowheader").first(),
    ).toContainText("POST /v1/chat/completions");
    await expectAccessible(page);
    await expect(item.getByRole("link", { name: "Open the live page" })).toHaveAttribute(
      "href",
      /^\/traces\/compare\?d=chat-70b&from=\d+&to=\d+&slowQuantile=0\.9&maxRequests=500$/,
    );
  });

  test("a kept flow of requests has its map and its calls", async ({ page }) => {
    test.setTimeout(240_000);
    const { number, title } = await openInvestigation(page);
    await findTraceId(page);
    await openInteractive(page, `/traces/flow?d=${slug}&from=now-15m&n=500`);
    await keepAnswerAsEvidence(page, title, "E1");
    await waitUntilEvidenceStored(page, number);
    await jaegerFaults.set({ kind: "down" });
    const item = await openItem(page, number);
    await expect(item.getByText("live source unavailable")).toBeVisible({ timeout: 60_000 });
    await expect(item).toContainText(/Jaeger|does not respond|refuses connections/);
    await expect(item.getByRole("button", { name: "Show live of E1" })).toHaveCount(0);
    const map = item.getByRole("listbox", { name: /^Map of \d+ services and \d+ calls\. / });
    const { width } = (await map.locator("..").boundingBox())!;
    expect(width).toBeLessThanOrEqual((await item.boundingBox())!.width);
    await map
      .getByRole("option", { name: /^chat-70b-gateway → / })
      .first()
      .focus();
    await expect(item.getByRole("region", { name: "Map" })).toContainText(/[\d,]+ calls in [\d,]+ requests/);
    await expect(item.getByRole("region", { name: "Table of calls" }).getByRole("row")).not.toHaveCount(1);
    await expectAccessible(page);
    await expect(item.getByRole("link", { name: "Open the live page" })).toHaveAttribute(
      "href",
      /^\/traces\/flow\?d=chat-70b&from=\d+&to=\d+&n=500$/,
    );
  });
});

test("a kept batch sweep has the sentence of the stored window", async ({ page }) => {
  test.setTimeout(180_000);
  const { number, title } = await openInvestigation(page);
  await chooseModel(page);
  await openInteractive(page, `/roofline/sweep?d=${slug}&from=now-15m`);
  await keepAnswerAsEvidence(page, title, "E1");
  const item = await openStored(page, number);
  const id = await waitUntilEvidenceStored(page, number);
  const stored = await page.request.get(`/api/v1/investigations/${number}/evidence/${id}/answer`);
  const { data } = (await stored.json()) as { readonly data: { readonly page: RooflinePageData } };
  const pool = data.page.pools.find(({ role }) => role !== "prefill");
  const [lead] = pool?.sweep.sentence ?? [];
  if (lead?.kind !== "text") throw new Error("the sweep has no sentence");
  await expect(item).toContainText(lead.text.trim());
  await expectAccessible(page);
  await expect(item.getByRole("link", { name: "Open the live page" })).toHaveAttribute(
    "href",
    /^\/roofline\/sweep\?d=chat-70b&from=\d+&to=\d+$/,
  );
});
