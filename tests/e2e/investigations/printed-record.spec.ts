/** The printed record of an investigation with more evidence and entries than its page shows first. */
import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/e2e/browser-test";
import { openInvestigation, postFromPage } from "@/tests/support/e2e/evidence";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

const noteCount = 30;
const commentCount = 60;

const calculatorQuestion = {
  endpoint: "calculator",
  calculator: "weights",
  inputs: { model: "llama-3.1-8b", w: "bf16" },
};

/** Keeps a calculation as the last evidence, and waits until the server has stored it. Returns its verdict. */
async function keepCalculation(page: Page, number: number): Promise<string> {
  const path = `investigations/${number}/evidence`;
  await postFromPage(page, `${path}/answers`, { question: calculatorQuestion, title: "Weights" });
  const read = async (): Promise<string> => {
    const { evidence } = (await (await page.request.get(`/api/v1/${path}`)).json()) as {
      readonly evidence: readonly { readonly answer: { readonly verdict: string | null } | null }[];
    };
    return evidence.at(-1)?.answer?.verdict ?? "";
  };
  await expect.poll(read, { timeout: 30_000 }).toContain("GB");
  return read();
}

/** Adds more evidence and entries than the page shows first: 25 pieces and 50 entries. Returns the verdict of the only stored answer. */
async function fillRecord(page: Page, number: number): Promise<string> {
  const path = `investigations/${number}`;
  const added = await page.request.post(`/api/v1/${path}/evidence/files?fileName=kv.log`, {
    headers: { "idempotency-key": crypto.randomUUID(), "content-type": "application/octet-stream" },
    data: Buffer.from(Array.from({ length: 60 }, (_, line) => `KV usage of line ${line} 0.98\n`).join("")),
  });
  expect(added.status()).toBe(201);
  for (let note = 1; note <= noteCount; note += 1)
    await postFromPage(page, `${path}/evidence`, { kind: "note", title: `Note ${note}`, text: "98 %" });
  const verdict = await keepCalculation(page, number);
  for (let comment = 1; comment <= commentCount; comment += 1)
    await postFromPage(page, `${path}/comments`, { text: `Comment ${comment}` });
  return verdict;
}

/** Answers a step of round 1, and starts round 2. */
async function startSecondRound(page: Page, number: number): Promise<void> {
  const path = `/api/v1/investigations/${number}`;
  const { steps } = (await (await page.request.get(path)).json()) as {
    readonly steps: readonly { readonly step: string; readonly version: number }[];
  };
  const version = steps.find(({ step }) => step === "reproduce")?.version ?? 0;
  const saved = await page.request.patch(`${path}/steps/reproduce`, {
    headers: { "if-match": `"${version}"` },
    data: { round: 1, answers: { "test-case": "64 long prompts in one batch" }, checked: [] },
  });
  expect(saved.status()).toBe(200);
  await postFromPage(page, `investigations/${number}/rounds`, { from: 1, reason: "Slow again" });
}

test("“Print” reads all steps, all evidence with its files and all entries before the browser prints", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { number } = await openInvestigation(page);
  const verdict = await fillRecord(page, number);
  await startSecondRound(page, number);
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      print: () => {
        const texts = [...document.querySelectorAll("main li")].map((item) => item.textContent);
        const page = document.querySelector("main")?.textContent ?? "";
        Object.assign(globalThis, { printedTexts: texts, printedPage: page });
      },
    });
  });
  await openInteractive(page, `/investigations/INV-${number}`);
  const evidence = page.getByRole("list", { name: "Evidence" }).getByRole("listitem");
  await expect(evidence).toHaveCount(25);
  // The browser's print command reads nothing, so the page has the verdict of a copy that is not in view.
  await page.emulateMedia({ media: "print" });
  const copy = evidence.filter({ hasText: "Weights" });
  await expect(copy.getByText("were not loaded when the page was printed")).toBeVisible();
  await expect(copy.getByText(verdict)).toBeVisible();
  await page.emulateMedia({ media: null });
  // A filter on the screen does not limit the record on paper.
  await page.getByRole("button", { name: "Pinned", exact: true }).click();
  await page.getByRole("button", { name: "Print", exact: true }).click();
  const readPrinted = () =>
    page.evaluate(() => (globalThis as { readonly printedTexts?: readonly string[] }).printedTexts ?? []);
  await expect.poll(async () => (await readPrinted()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  const printed = await readPrinted();
  for (const text of [
    // The page shows 20 lines of the file.
    "KV usage of line 59 0.98",
    "Note 1",
    `Note ${noteCount}`,
    "opened the investigation",
  ])
    expect(printed.filter((one) => one.includes(text)).length, text).toBeGreaterThan(0);
  const printedPage = await page.evaluate(
    () => (globalThis as { readonly printedPage?: string }).printedPage ?? "",
  );
  for (const text of [
    "1. Define and measure the baseline",
    "7. Monitor and validate",
    "5. Isolate and reproduce (round 1)",
    "64 long prompts in one batch",
  ])
    expect(printedPage).toContain(text);
  expect(printed.filter((one) => /Comment \d+/.test(one))).toHaveLength(commentCount);
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeEnabled();
  await expect(page.getByRole("heading", { name: "Isolate and reproduce" })).toHaveCount(0);
});
