/** Answers as evidence on screen: a chart is kept for a hypothesis, and the investigation draws its copy. */
import type { Page } from "@playwright/test";
import pg from "pg";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { expect, test } from "../../support/e2e/browser-test";
import {
  expectAccessible,
  keepAnswerAsEvidence,
  openInvestigation,
  postFromPage,
  waitUntilEvidenceStored,
} from "../../support/e2e/evidence";
import { importBaseline } from "../../support/e2e/imported-baseline";
import { openInteractive } from "../../support/e2e/open-interactive";
import { databaseUrl } from "../../support/e2e/system";

const slug = "chat-70b";

const post = (page: Page, path: string, data: object) => postFromPage(page, `investigations${path}`, data);

test("a person keeps a chart of Signals for a hypothesis of an open investigation", async ({ page }) => {
  const { number, title } = await openInvestigation(page);
  await post(page, `/${number}/hypotheses`, { statement: "The queue is long.", layer: "system" });
  await openInteractive(page, "/signals?d=chat-70b&from=now-15m");
  const ttft = page.getByRole("region", { name: "Time to first token, TTFT" });
  await expect(ttft).toContainText(/p95 [\d.]+/, { timeout: 60_000 });
  await ttft.hover();
  await ttft.getByRole("button", { name: "Keep Time to first token, TTFT as evidence" }).click();
  const dialog = page.getByRole("dialog", { name: "Keep as evidence" });
  await dialog.getByLabel("Find by title or number").fill(title);
  const choice = dialog.getByRole("combobox", { name: "Investigation", exact: true });
  await expect(choice.locator("option")).toHaveText([`INV-${number}: ${title}`]);
  const form = dialog.getByRole("form", { name: "Keep as evidence" });
  await form.getByLabel("Hypothesis").selectOption({ label: "H1: The queue is long." });
  await form.getByLabel("Weight").selectOption("strong");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Keep" }).click();
  await expect(dialog.getByRole("status")).toContainText(`Added as E1 of INV-${number}`);
  await dialog.getByRole("link", { name: `INV-${number}` }).click();
  await expect(page.getByRole("listitem", { name: "E1" })).toContainText("strong for H1");
  await expect(dialog).toHaveCount(0);
});

test("an investigation draws the copy of a chart, and links to the live page with its window", async ({
  page,
}) => {
  const { number } = await openInvestigation(page);
  const endMs = Date.now();
  const question = {
    endpoint: "signals",
    panel: "ttft",
    v: 1,
    signals: ["ttft"],
    statistics: ["p50", "p95"],
    extras: ["distribution"],
    scope: { deployment: "chat-70b" },
    window: { startMs: endMs - 900_000, endMs },
  };
  await post(page, `/${number}/evidence/answers`, { question, title: "TTFT of chat-70b" });
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.scrollIntoViewIfNeeded();
  const chart = item.getByRole("application", { name: /^Time to first token, TTFT/ });
  await expect(chart).toBeVisible();
  await expect(item).toContainText(/Window .* – /);
  await expect(item).toContainText(/p95 [\d.]+/);
  await expectAccessible(page);
  await item.hover();
  await item.getByRole("button", { name: "Time to first token, TTFT as a heatmap" }).click();
  await expect(chart).toBeVisible();
  const link = item.getByRole("link", { name: "Open the live page" });
  await expect(link).toHaveAttribute(
    "href",
    `/signals?d=chat-70b&from=${endMs - 900_000}&to=${endMs}#signal-ttft`,
  );
});

/** Doubles the values of a stored panel, as if the source had returned them at that time. */
async function doubleCopy(evidenceId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ data: string }>(
      "SELECT data FROM evidence_answers WHERE evidence_id = $1",
      [evidenceId],
    );
    const data = JSON.parse(rows[0]?.data ?? "") as EvidenceData;
    if (data.endpoint !== "signals") throw new Error("the evidence is not a panel");
    const series = data.answer.series.map((one) => ({
      ...one,
      values: one.values.map((value) => (value === null ? null : value * 2)),
    }));
    const doubled = JSON.stringify({ ...data, answer: { ...data.answer, series } });
    await client.query("UPDATE evidence_answers SET data = $1 WHERE evidence_id = $2", [doubled, evidenceId]);
  } finally {
    await client.end();
  }
}

test("a copy whose live source has other values is marked, and the live answer is drawn on request", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { number } = await openInvestigation(page);
  await openInteractive(page, "/signals?d=chat-70b&from=now-15m");
  const ttft = page.getByRole("region", { name: "Time to first token, TTFT" });
  await expect(ttft).toContainText(/p95 [\d.]+/, { timeout: 60_000 });
  const endMs = Date.now();
  const question = {
    endpoint: "signals",
    panel: "ttft",
    v: 1,
    signals: ["ttft"],
    statistics: ["p50", "p95"],
    scope: { deployment: "chat-70b" },
    window: { startMs: endMs - 900_000, endMs },
  };
  await post(page, `/${number}/evidence/answers`, { question, title: "TTFT of chat-70b" });
  await doubleCopy(await waitUntilEvidenceStored(page, number));
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.scrollIntoViewIfNeeded();
  await expect(item.getByText("live now differs")).toBeVisible({ timeout: 60_000 });
  await expect(item).toContainText(/[\d,]+ of [\d,]+ points? (?:is|are up to) 50\.0\s% lower now\./);
  await expect(item.getByText(/^Copy, read /)).toBeVisible();
  await expectAccessible(page);
  await item.getByRole("button", { name: "Show live of E1" }).click();
  await expect(item.getByText(/^Live, read /)).toBeVisible();
  await expect(item.getByRole("application", { name: /^Time to first token, TTFT/ })).toBeVisible();
  await expectAccessible(page);
  await item.getByRole("button", { name: "Show copy of E1" }).click();
  await expect(item.getByText(/^Copy, read /)).toBeVisible();
});

test("an investigation draws copies of a roofline, a comparison and a gate run", async ({ page }) => {
  test.setTimeout(180_000);
  const { number, title } = await openInvestigation(page);
  const before = await importBaseline(page, { name: "Before the change", slug });
  const after = await importBaseline(page, { name: "After the change", slug, factor: 1.3 });
  const { gate } = (await postFromPage(page, "gates", {
    deployment: slug,
    baseline: before,
    window: "10m",
    rules: ["ttft.p95=10%"],
  })) as { readonly gate: { readonly id: string; readonly sentence: string } };
  await openInteractive(page, `/roofline?d=${slug}&from=now-15m`);
  await keepAnswerAsEvidence(page, title, "E1");
  await openInteractive(page, `/compare?before=baseline:${before}&after=baseline:${after}`);
  await keepAnswerAsEvidence(page, title, "E2");
  await openInteractive(page, `/gates/${gate.id}`);
  await keepAnswerAsEvidence(page, title, "E3");

  await page.goto("/overview");
  const listed = page.getByRole("list", { name: /^\d+ open investigations?$/ });
  await listed.getByRole("link").first().scrollIntoViewIfNeeded();
  await expect(listed.getByRole("listitem").first()).toContainText(/INV-\d+/);
  await openInteractive(page, `/investigations/INV-${number}`);
  const roofline = page.getByRole("listitem", { name: "E1" });
  await roofline.scrollIntoViewIfNeeded();
  await expect(roofline.getByRole("region", { name: "Roofline", exact: true })).toBeVisible();
  await expect(roofline).toContainText(/Window .* – /);
  const comparison = page.getByRole("listitem", { name: "E2" });
  await comparison.scrollIntoViewIfNeeded();
  await expect(comparison).toContainText(/Mean TTFT is (?:29|30|31)\s% worse/);
  await expect(comparison.getByRole("region", { name: "Signals that decide", exact: true })).toContainText(
    "TTFT p95",
  );
  const run = page.getByRole("listitem", { name: "E3" });
  await run.scrollIntoViewIfNeeded();
  await expect(run).toContainText(gate.sentence);
  await expect(run.getByRole("link", { name: "Open the live page" })).toHaveAttribute(
    "href",
    `/gates/${gate.id}`,
  );
  await expectAccessible(page);
});

test("notes and comments are Markdown without raw HTML and foreign images, also on paper", async ({
  page,
}) => {
  const { number } = await openInvestigation(page);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("example.com")) foreign.push(request.url());
  });
  // The investigation is at step 1.
  await openInteractive(page, `/investigations/INV-${number}?step=reproduce`);
  await page.getByRole("button", { name: "Add note" }).click();
  const form = page.getByRole("form", { name: "Add note" });
  await expect(form).toContainText("It belongs to step 5.");
  await form.getByLabel("Title").fill("Cache by hour");
  await form
    .getByLabel("Observation")
    .fill(
      "The **cache** was full.\n\n| hour | usage |\n| --- | --- |\n| 3 | 98 % |\n\n<img src=x onerror=alert(1)>\n\n![chart](https://example.com/a.png)",
    );
  await form.getByRole("button", { name: "Add note" }).click();
  const item = page.getByRole("listitem", { name: "E1" });
  await expect(item.locator("strong")).toHaveText("cache");
  const stored = await (await page.request.get(`/api/v1/investigations/${number}`)).json();
  expect(stored).toMatchObject({ evidence: [{ steps: [{ round: 1, step: "reproduce" }] }] });
  await expect(item.getByRole("cell", { name: "98 %" })).toBeVisible();
  await expect(item.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expect(item.getByRole("link", { name: "Image: chart" })).toHaveAttribute(
    "rel",
    "noopener noreferrer",
  );
  await post(page, `/${number}/comments`, { text: "See [the log](https://example.com/log) and\n*hour 3*." });
  await page.reload();
  const entries = page.getByRole("list", { name: "Timeline entries" });
  await expect(entries.locator("em")).toHaveText("hour 3");
  await expect(entries.getByRole("link", { name: "the log" })).toHaveAttribute(
    "href",
    "https://example.com/log",
  );
  await expect(page.getByRole("listitem", { name: "E1" }).locator("img")).toHaveCount(0);
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(item.locator("strong")).toBeVisible();
  await expect(entries.locator("em")).toBeVisible();
  expect(foreign).toEqual([]);
});

test("evidence is linked to hypotheses from both sides, and a link is removed", async ({ page }) => {
  const { number } = await openInvestigation(page);
  for (const statement of ["The queue is long.", "The cache is full."])
    await post(page, `/${number}/hypotheses`, { statement, layer: "system" });
  await post(page, `/${number}/evidence`, { kind: "note", title: "Usage", text: "98 %" });
  await openInteractive(page, `/investigations/INV-${number}`);
  const item = page.getByRole("listitem", { name: "E1" });
  await item.getByRole("button", { name: "Link E1" }).click();
  const form = item.getByRole("form", { name: "Link E1" });
  await form.getByLabel("Hypothesis").selectOption({ label: "H2: The cache is full." });
  await form.getByLabel("Weight").selectOption("strong");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save link" }).click();
  await expect(item).toContainText("strong for H2");
  await page.getByRole("button", { name: "Link evidence to H1" }).click();
  const other = page.getByRole("form", { name: "Link evidence to H1" });
  await other.getByLabel("Direction").selectOption("against");
  await other.getByRole("button", { name: "Save link" }).click();
  await expect(item).toContainText("moderate against H1");
  await expect(item).toContainText("strong for H2");
  await page.getByRole("button", { name: "Link evidence to H2" }).click();
  const removal = page.getByRole("form", { name: "Link evidence to H2" });
  await expect(removal.getByLabel("Weight")).toHaveValue("strong");
  await removal.getByLabel("Direction").selectOption("none");
  await removal.getByRole("button", { name: "Save link" }).click();
  await expect(item).not.toContainText("H2");
  await expect(item).toContainText("moderate against H1");
});

test("a long record opens with the newest evidence, and the earlier pieces follow on request", async ({
  page,
}) => {
  const { number } = await openInvestigation(page);
  await post(page, `/${number}/hypotheses`, { statement: "The queue is long.", layer: "system" });
  for (let piece = 1; piece <= 27; piece += 1)
    await post(page, `/${number}/evidence`, { kind: "note", title: `Note ${piece}`, text: "98 %" });
  await openInteractive(page, `/investigations/INV-${number}`);
  const items = page.getByRole("list", { name: "Evidence" }).getByRole("listitem");
  await expect(items).toHaveCount(25);
  await expect(items.first()).toContainText("Note 3");
  await page.getByRole("button", { name: "Link evidence to H1" }).click();
  const form = page.getByRole("form", { name: "Link evidence to H1" });
  await form.getByLabel("Evidence").selectOption({ label: "E1: Note 1" });
  await form.getByLabel("Weight").selectOption("strong");
  await form.getByRole("button", { name: "Save link" }).click();
  await expect(page.getByRole("listitem", { name: "H1" })).toContainText("E1 strong");
  await page.getByRole("button", { name: "Show 2 earlier pieces" }).click();
  await expect(items).toHaveCount(27);
  await expect(items.first()).toContainText("strong for H1");
});
