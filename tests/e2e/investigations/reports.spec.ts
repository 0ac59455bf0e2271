/** Reports as documents: without scripts, on paper, behind a public link, and as case studies. */
import { inflateSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import pg from "pg";
import { reportedCheck, reportedValidation, storedSeries } from "@/tests/support/sample-data/report-record";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { addFirstAdmin, signInFirstAdmin } from "../../support/e2e/first-admin";
import { openInteractive, reloadInteractive } from "../../support/e2e/open-interactive";

let app: EmptyApp;
let number: number;

const longText = "The KV cache was full, and requests waited for blocks. ".repeat(18);
const api = (path: string) => `${app.url}/api/v1/investigations/${path}`;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  app = await startEmptyApp("reports");
  const page = await browser.newPage();
  await addFirstAdmin(app, page.context());
  number = await openFilledCase(page);
  await page.close();
});
test.afterAll(async () => {
  await app.stop();
});
test.beforeEach(async ({ page }) => {
  await signInFirstAdmin(app, page.context());
});

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const headers = { "idempotency-key": crypto.randomUUID(), origin: app.url };
  const response = await page.request.post(api(path), { headers, data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}

/** Opens a case with long texts in every part, a stored series and a goal check. */
async function openFilledCase(page: Page): Promise<number> {
  const opened = await post<{ readonly investigation: { readonly id: string; readonly number: number } }>(
    page,
    "",
    {
      title: `TTFT of <b>chat-70b</b> is high ${"when many long prompts arrive ".repeat(6)}`.slice(0, 200),
      goal: { kind: "at-most", signal: "ttft", statistic: "p95", value: 0.5 },
    },
  );
  const { id, number: opening } = opened.investigation;
  for (let index = 0; index < 8; index += 1)
    await post(page, `${opening}/hypotheses`, { statement: longText.slice(0, 1_000), layer: "system" });
  const headers = { "if-match": '"1"', origin: app.url };
  const answers = { change: longText.repeat(5), effect: longText };
  const saved = await page.request.patch(api(`${opening}/steps/optimise`), {
    headers,
    data: { round: 1, answers, checked: ["one-factor"] },
  });
  expect(saved.status()).toBe(200);
  await storeRecord(id);
  return opening;
}

/** The server writes these rows when it reads Prometheus, which this app does not have. */
async function storeRecord(investigationId: string): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  const evidenceId = crypto.randomUUID();
  const { startMs, endMs } =
    storedSeries.endpoint === "signals" ? storedSeries.answer.window : { startMs: 0, endMs: 0 };
  const question = {
    endpoint: "signals",
    panel: "ttft",
    v: 1,
    signals: ["ttft"],
    statistics: ["p95"],
    scope: { deployment: "chat-70b" },
    window: { startMs, endMs },
  };
  const data = JSON.stringify(storedSeries);
  await client.query(
    `insert into evidence_items (id, investigation_id, number, kind, title, author, created_at)
     values ($1, $2, 1, 'signals', 'TTFT <script>alert(1)</script>', 'operator', now())`,
    [evidenceId, investigationId],
  );
  await client.query(
    `insert into evidence_answers (evidence_id, question, reader, state, start_at, end_at, data, byte_count,
       content_hash, format_version, product_version, requested_at, read_at)
     values ($1, $2, '{"role":"editor","teamIds":[]}', 'ready', to_timestamp($3), to_timestamp($4), $5::text, $6,
       encode(sha256(convert_to($5::text, 'UTF8')), 'hex'), 1, '0.1.0', now(), now())`,
    [evidenceId, JSON.stringify(question), startMs / 1_000, endMs / 1_000, data, Buffer.byteLength(data)],
  );
  const payload = {
    kind: "state",
    from: "monitoring",
    to: "resolved",
    reason: "Good enough",
    isOverride: true,
    goalCheck: reportedCheck,
  };
  await client.query(
    `insert into timeline_entries (id, investigation_id, kind, at, payload, author)
     values (gen_random_uuid(), $1, 'state', now(), $2, 'operator')`,
    [investigationId, JSON.stringify(payload)],
  );
  await client.query(
    `insert into validations (id, investigation_id, round, number, verdict, report, author, created_at)
     values (gen_random_uuid(), $1, 1, 1, 'not-met', $2, 'operator', now())`,
    [investigationId, JSON.stringify(reportedValidation)],
  );
  await client.query(
    "update hypotheses set status = 'supported' where investigation_id = $1 and number < 4",
    [investigationId],
  );
  await client.query("update investigations set state = 'resolved', resolved_at = now() where id = $1", [
    investigationId,
  ]);
  await client.end();
}

const reportUrl = (kind: string) => `${app.url}/investigations/INV-${number}/report?kind=${kind}`;

/** Counts the pages of a PDF, also if its objects are compressed. */
function countPages(pdf: Buffer): number {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: start }) => {
    try {
      return inflateSync(pdf.subarray(index + start.length), { finishFlush: 2 }).toString("latin1");
    } catch {
      return "";
    }
  });
  return [text, ...streams].join("\n").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Texts of charts are at least 10 px high, also if the drawing is scaled to the width of a phone. */
async function expectReadableCharts(page: Page): Promise<void> {
  const scales = await page
    .getByRole("article")
    .getByRole("img")
    .evaluateAll((drawings) =>
      drawings.flatMap((one) => (one instanceof SVGSVGElement ? [one.getScreenCTM()?.a ?? 0] : [])),
    );
  for (const scale of scales) expect(11 * scale, "height of the texts of a chart").toBeGreaterThan(9.9);
}

/** In tables, a number and its unit are on one line. The no-break space between them does not prevent breaks of words. */
async function expectUnbrokenNumbers(page: Page): Promise<void> {
  const { count, broken } = await page.getByRole("article").evaluate((article) => {
    const texts = [...article.querySelectorAll("td, th")].flatMap((cell) => {
      const found: string[] = [];
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        for (const match of (node.nodeValue ?? "").matchAll(/\d[\u202F\u00A0][a-zµ%]+/giu)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          found.push(`${range.getClientRects().length > 1 ? "broken: " : ""}${match[0]}`);
        }
      return found;
    });
    return { count: texts.length, broken: texts.filter((text) => text.startsWith("broken")) };
  });
  expect(broken).toEqual([]);
  expect(count, "numbers with a unit").toBeGreaterThan(0);
}

async function expectReadableTables(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectUnbrokenNumbers(page);
  }
  await page.setViewportSize({ width: 700, height: 900 });
  await page.emulateMedia({ media: "print" });
  await expectUnbrokenNumbers(page);
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function expectAccessible(page: Page): Promise<void> {
  for (const [theme, width] of [
    ["light", 1440],
    ["dark", 1440],
    ["dark", 390],
    ["light", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    expect(await findAccessibilityViolations(page), `${theme}, ${width} wide`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `overflow at ${width}`).toBeLessThanOrEqual(0);
    await expectReadableCharts(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("the executive report has one A4 page, also with long texts, and names what is missing", async ({
  page,
}) => {
  await page.goto(reportUrl("executive"));
  const report = page.getByRole("article");
  await expect(report.getByRole("heading", { level: 1 })).toContainText("TTFT of <b>chat-70b</b> is high");
  await expect(report).toContainText("The goal is not met.");
  await expect(report).toContainText("Long texts and lists are shortened.");
  await expect(report).toContainText("Missing: No deploy is linked.");
  await expect(report.getByRole("img", { name: /TTFT p95 is 0.35 s/ })).toBeVisible();
  await expect(report.getByRole("row", { name: /TTFT p95 at most 0.50 s/ })).toContainText("0.90");
  await expectAccessible(page);
  await expectReadableTables(page);
  expect(countPages(await page.pdf({ format: "A4" }))).toBe(1);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(countPages(await page.pdf({ format: "A4" }))).toBe(1);
  await page.goto(reportUrl("working"));
  expect(countPages(await page.pdf({ format: "A4" }))).toBeGreaterThan(1);
  await expectReadableTables(page);
});

async function openWithoutScripts(browser: Browser, signIn: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  if (signIn) await signInFirstAdmin(app, context);
  return context.newPage();
}

test("the working report shows charts, tables and texts without scripts", async ({ browser, page }) => {
  const plain = await openWithoutScripts(browser, true);
  await plain.goto(reportUrl("working"));
  const report = plain.getByRole("article");
  await expect(report.getByRole("heading", { name: "E1 TTFT <script>alert(1)</script>" })).toBeVisible();
  const chart = report.getByRole("img", { name: /TTFT p95: 0.350.s to 0.900.s/ });
  await expect(chart).toBeVisible();
  await expect(chart.locator("path[stroke-linejoin]")).toHaveAttribute(
    "d",
    /^M[\d. ]+L[\d. ]+M[\d. ]+L[\d. ]+$/,
  );
  const evidence = report.locator("section").filter({ has: plain.getByRole("heading", { name: /^E1 / }) });
  await expect(evidence.getByRole("table").getByRole("row")).toHaveCount(6);
  await expect(report).toContainText("Ticked: Only one factor differs between before and after.");
  await plain.getByRole("link", { name: "Executive report" }).click();
  await expect(plain.getByRole("heading", { name: "Open work" })).toBeVisible();
  await plain.context().close();
  await page.goto(reportUrl("working"));
  await expectAccessible(page);
});

test("an admin allows links, and a link opens the copy without a sign-in and scripts until it is revoked", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await openInteractive(page, `${app.url}/settings/organisation`);
  const rule = page.getByLabel("Editors may create public links to reports");
  await expect(rule).not.toBeChecked();
  await rule.click();
  await expect(rule).toBeChecked();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await openInteractive(page, `${app.url}/investigations/INV-${number}`);
  await page.getByRole("button", { name: "Public links" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = (await page.getByRole("status", { name: "New link" }).locator("code").textContent()) ?? "";
  expect(await findAccessibilityViolations(page)).toEqual([]);
  const visitor = await openWithoutScripts(browser, false);
  const opened = await visitor.goto(link);
  expect(opened?.status()).toBe(200);
  expect(opened?.headers()["cache-control"]).toContain("no-store");
  expect(opened?.headers()["referrer-policy"]).toBe("no-referrer");
  await expect(visitor.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await expect(visitor.getByRole("article")).toContainText("The goal is not met.");
  await expect(visitor.getByRole("article").getByRole("img")).toBeVisible();
  await expect(visitor.getByText(/^Copy of .+ \d{4}, .+ Later changes are not part of it\./)).toBeVisible();
  await expect(visitor.getByRole("link")).toHaveCount(0);
  expect(await visitor.content()).not.toContain("Ada Lovelace");
  const scripted = await browser.newPage();
  await scripted.goto(link);
  await expectAccessible(scripted);
  await scripted.close();

  await reloadInteractive(page);
  await page.getByRole("button", { name: "Public links" }).click();
  const row = page.getByRole("listitem", { name: "Executive report" });
  await expect(row).toContainText(/Expires .+ \d{4}, .+ last used .* from/);
  await row.getByRole("button", { name: "Revoke" }).click();
  await row.getByRole("button", { name: "Revoke link" }).click();
  await expect(row).toContainText("Revoked.");
  await expectNotAvailable(visitor, link);
  await expectNotAvailable(visitor, `${app.url}/shared-report/unknown-token`);
  await expectNotAvailable(visitor, `${app.url}/shared-report`);
  await page.getByRole("button", { name: "Create link" }).click();
  const second = page.getByRole("status", { name: "New link" }).locator("code");
  await expect(second).not.toHaveText(link);
  const expiring = (await second.textContent()) ?? "";
  expect((await visitor.goto(expiring))?.status()).toBe(200);
  await openInteractive(page, `${app.url}/settings/organisation`);
  await rule.click();
  await expect(rule).not.toBeChecked();
  await expectNotAvailable(visitor, expiring);
  await openInteractive(page, `${app.url}/investigations/INV-${number}`);
  await page.getByRole("button", { name: "Public links" }).click();
  await expect(page.getByRole("list", { name: "Public links" })).toContainText(
    /Inactive, because the organisation does not allow such links\. Expires .+ \d{4},/,
  );
  await openInteractive(page, `${app.url}/settings/organisation`);
  await rule.click();
  await expect(rule).toBeChecked();
  expect((await visitor.goto(expiring))?.status()).toBe(200);
  await expireLinks();
  await expectNotAvailable(visitor, expiring);
  await visitor.context().close();
});

/** A link that does not work leads to a page that is readable without scripts, and has the status 404. */
async function expectNotAvailable(visitor: Page, link: string): Promise<void> {
  const response = await visitor.goto(link);
  expect(response?.status()).toBe(404);
  expect(response?.headers()["cache-control"]).toContain("no-store");
  await expect(visitor.locator("meta[name=robots]").first()).toHaveAttribute("content", /noindex/);
  await expect(visitor.getByRole("main").getByRole("heading")).toHaveText("This report is not available.");
  await expect(visitor.getByRole("main")).toContainText("Ask the person who sent it for a new link.");
  await expect(visitor.getByRole("link")).toHaveCount(0);
}

async function expireLinks(): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("update report_links set expires_at = now() - interval '1 second'");
  await client.end();
}

test("a person publishes a case study, and others find it by words and by its class", async ({ page }) => {
  await openInteractive(page, `${app.url}/investigations/INV-${number}`);
  await page.getByRole("button", { name: "Write case study" }).click();
  const form = page.getByRole("form", { name: "Case study" });
  await expect(form).toContainText("The texts are a proposal from the record of the investigation.");
  await expect(form.getByLabel("Effect", { exact: true })).toHaveValue(/^The goal is not met/);
  await form.getByLabel("Title of the case study").fill("A full KV cache");
  await form.getByLabel("Fix", { exact: true }).fill("");
  await form.getByLabel("Class of the cause").fill("memory capacity");
  await form.getByLabel("Publication").selectOption("published");
  await form.getByRole("button", { name: "Save case study" }).click();
  await expect(form.getByText("Describe this part.")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await form.getByLabel("Fix", { exact: true }).fill("Limit the batch to 64 sequences.");
  await form.getByRole("button", { name: "Save case study" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Timeline entries" })).toContainText(
    "published the case study",
  );
  await openInteractive(page, `${app.url}/investigations/case-studies`);
  const list = page.getByRole("list", { name: "Case studies" });
  await expect(list.getByRole("heading", { name: "A full KV cache" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Words in title or text").fill("router");
  await expect(page.getByText("No case study matches these filters.")).toBeVisible();
  await page.getByLabel("Words in title or text").fill("sequences batch");
  await page.getByLabel("Class of the cause").selectOption("memory capacity");
  await expect(list).not.toContainText("Reopened");
  await startRound(page);
  await openInteractive(page, page.url());
  await expect(list).toContainText("Reopened, round 2");
  await list.getByRole("link", { name: "A full KV cache" }).click();
  await expect(page.getByRole("article").getByRole("heading", { level: 1 })).toHaveText("A full KV cache");
  await expect(page.getByRole("article")).toContainText("Limit the batch to 64 sequences.");
  await expect(page.getByRole("article")).toContainText(/Round 1, checked on .+, before round 2 was started/);
  await expectAccessible(page);
  await page.goto(reportUrl("executive"));
  await expect(page.getByRole("article")).toContainText(
    "Missing: The goal was not checked after round 2 was started.",
  );
  await expect(page.getByRole("article")).toContainText("Round 2 was started: The KV cache was full");
  await expectAccessible(page);
  expect(countPages(await page.pdf({ format: "A4" }))).toBe(1);
});

/** Reopens the case, as after a relapse. */
async function startRound(page: Page): Promise<void> {
  await post(page, `${number}/rounds`, { from: 1, reason: longText.slice(0, 500) });
}
