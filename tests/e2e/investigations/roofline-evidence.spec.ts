/** A roofline as evidence: the copy has the values of the page at the click, and the live data match it. */
import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/e2e/browser-test";
import {
  keepAnswerAsEvidence,
  openInvestigation,
  waitUntilEvidenceStored,
} from "@/tests/support/e2e/evidence";
import { openInteractive } from "@/tests/support/e2e/open-interactive";
import { chooseModel } from "@/tests/support/e2e/roofline-model";

const patience = { timeout: 60_000 };

/** Chooses the button and returns the rows of the points at this moment, because the page reads its data again. */
function keepDisplayed(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const table = document.querySelector<HTMLTableElement>('[aria-label="Operating points"] table');
    const rows = [...(table?.rows ?? [])].map(({ textContent }) => textContent);
    const buttons = [...document.querySelectorAll("button")];
    buttons.find(({ textContent }) => textContent === "Keep as evidence")?.click();
    return rows;
  });
}

test("a kept roofline has the values of the page at the click, and its live source the same", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { number, title } = await openInvestigation(page);
  await chooseModel(page);
  await openInteractive(page, "/roofline?d=chat-70b&from=now-15m");
  const points = page.getByRole("region", { name: "Operating points" });
  await expect(points.getByRole("row", { name: /^decode/ }).first()).toBeVisible(patience);
  const displayed = await keepDisplayed(page);
  expect(displayed.length).toBeGreaterThan(2);
  await keepAnswerAsEvidence(page, title, "E1", { isDialogOpen: true });
  await waitUntilEvidenceStored(page, number);
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.scrollIntoViewIfNeeded();
  const copy = item.getByRole("region", { name: "Operating points" });
  await expect(copy.getByRole("row", { name: /^decode/ }).first()).toBeVisible(patience);
  expect(await copy.getByRole("row").allTextContents()).toEqual(displayed);
  await expect(item.getByText(/^The live data match the copy in [\d,]+ numbers\./)).toBeVisible(patience);
  await expect(item.getByText("live now differs")).toHaveCount(0);
});
