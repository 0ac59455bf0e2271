/** A what-if, a utilisation and a calculator as evidence: the server computes them, and the investigation draws the copies. */
import type { Page } from "@playwright/test";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { expect, test } from "@/tests/support/e2e/browser-test";
import {
  expectAccessible,
  keepAnswerAsEvidence,
  openInvestigation,
  waitUntilEvidenceStored,
} from "@/tests/support/e2e/evidence";
import { openInteractive } from "@/tests/support/e2e/open-interactive";
import { chooseModel } from "@/tests/support/e2e/roofline-model";

const patience = { timeout: 60_000 };

/** Waits until the server has stored the answer, and returns its data. */
async function readStored(page: Page, number: number): Promise<EvidenceData> {
  const id = await waitUntilEvidenceStored(page, number);
  const stored = await page.request.get(`/api/v1/investigations/${number}/evidence/${id}/answer`);
  return ((await stored.json()) as { readonly data: EvidenceData }).data;
}

test("a kept what-if has its ceilings and its point, and the live page opens with its levers", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { number, title } = await openInvestigation(page);
  await chooseModel(page);
  await openInteractive(page, "/roofline?d=chat-70b&from=now-15m");
  const section = page.getByRole("region", { name: "What if" });
  await section.getByLabel("Weights").selectOption("fp8", patience);
  await expect(section.getByRole("table", { name: "Ceilings" })).toBeVisible();
  await openInteractive(page, "/roofline?d=chat-70b&from=now-15m&wb=64&ww=fp8");
  await expectAccessible(page);
  await keepAnswerAsEvidence(page, title, "E1", { buttonName: "Keep as evidence: what-if" });
  const data = await readStored(page, number);
  if (data.endpoint !== "what-if") throw new Error("the evidence is not a what-if");
  const { after, now } = data.result;
  expect(after.tokensPerSecond).toBeCloseTo(64 / after.stepSeconds, 6);
  expect(after.memoryFit.usableBytes).toBe(now.memoryFit.usableBytes);
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.scrollIntoViewIfNeeded();
  const output = item.getByRole("table", { name: "Ceilings" }).getByRole("row", { name: /^Maximum output/ });
  await expect(output).toContainText("tokens/s");
  await expect(item.getByText(/^Change: /)).toContainText("batch 64");
  const points = item.getByRole("region", { name: "Operating points" });
  await expect(points.getByRole("row", { name: /^what if/ })).toContainText("a ceiling, not a forecast");
  await expect(item.locator("[data-point='what-if']")).toBeVisible(patience);
  await expectAccessible(page);
  await item.getByRole("link", { name: "Open the live page" }).click();
  await expect(page).toHaveURL(/^[^?]+\/roofline\?d=chat-70b&from=\d+&to=\d+&ww=fp8&wb=64$/);
  await expect(section.getByLabel("Weights")).toHaveValue("fp8", patience);
  await expect(section.getByLabel("Batch")).toHaveAttribute("aria-valuetext", /^64 /);
});

test("a kept bandwidth utilisation has its chart, and the live page opens at its section", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { number, title } = await openInvestigation(page);
  await chooseModel(page);
  await openInteractive(page, "/signals?d=chat-70b&from=now-15m");
  await page.locator("#section-roofline").scrollIntoViewIfNeeded();
  const name = "Model bandwidth utilisation, MBU";
  const live = page.getByRole("region", { name });
  await expect(live.locator("canvas")).toBeVisible(patience);
  await live.hover();
  await keepAnswerAsEvidence(page, title, "E1", { buttonName: `Keep ${name} as evidence` });
  const data = await readStored(page, number);
  if (data.endpoint !== "utilisation") throw new Error("the evidence is not a utilisation");
  expect(data.metric).toBe("mbu");
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.scrollIntoViewIfNeeded();
  await expect(item.getByRole("region", { name }).locator("canvas")).toBeVisible(patience);
  await expect(item.getByRole("button", { name: `Keep ${name} as evidence` })).toHaveCount(0);
  await expectAccessible(page);
  await expect(item.getByRole("link", { name: "Open the live page" })).toHaveAttribute(
    "href",
    /^\/signals\?d=chat-70b&from=\d+&to=\d+#section-roofline$/,
  );
});

test("a kept calculator has its sentence, inputs and rows, and the live page opens with its inputs", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { number, title } = await openInvestigation(page);
  await openInteractive(page, "/roofline/calculators?calc=weights&model=llama-3.1-70b&w=fp8");
  const live = page.getByRole("region", { name: "Result" });
  await expect(live.getByRole("row", { name: /^FP8 \d/ })).toBeVisible(patience);
  const sentence = await page.getByRole("heading", { level: 1 }).textContent();
  const row = await live.getByRole("row", { name: /^FP8 \d/ }).textContent();
  await expectAccessible(page);
  await keepAnswerAsEvidence(page, title, "E1");
  await readStored(page, number);
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.scrollIntoViewIfNeeded();
  await expect(item.getByRole("row", { name: /^FP8 \d/ })).toHaveText(row ?? "");
  await expect(item).toContainText((sentence ?? "").replace(/^Weights: /, ""));
  await expect(item.getByText("The live data match the copy.")).toBeVisible(patience);
  await expect(item).not.toContainText("Window");
  await expectAccessible(page);
  const link = item.getByRole("link", { name: "Open the live page" });
  await expect(link).toHaveAttribute("href", "/roofline/calculators?calc=weights&model=llama-3.1-70b&w=fp8");
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sentence ?? "", patience);
});
