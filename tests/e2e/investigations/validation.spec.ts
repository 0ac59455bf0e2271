/**
 * The end of a case: a better experiment, the approval of another person, the deploy, the validation, the report, and a
 * watch that finds a relapse in the history.
 */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { formatDateInput } from "@/components/shared/date-input";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { addFirstAdmin, signInFirstAdmin } from "../../support/e2e/first-admin";
import { openInteractive } from "../../support/e2e/open-interactive";
import { signInNewEditor } from "../../support/e2e/stored-session";
import { simulateSegments } from "../../support/histories/segmented-history";
import { startPrometheus, type FrozenPrometheus } from "../../support/sources/prometheus";

const slug = "assist-8b";
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

let prometheus: FrozenPrometheus;
let app: EmptyApp;
let fixMs: number;

/** The server's clock shows one hour after the fix, and later the present: three days after it. */
const clockOffset = (offsetMs: number) => ({ RIDGEPOINT_TEST_CLOCK_OFFSET_MS: String(offsetMs) });

/** The fix was deployed three days ago, and the tokenizer is slow again since two days. */
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  const nowMs = Date.now();
  fixMs = Math.floor(nowMs / minuteMs) * minuteMs - 3 * dayMs;
  const relapse = (days: number) => {
    const [fromMs, toMs] = [fixMs + days * dayMs, fixMs + days * dayMs + 65 * minuteMs];
    return { fromMs, toMs, slow: [fromMs + minuteMs, toMs - minuteMs] as const };
  };
  prometheus = await startPrometheus(
    simulateSegments(slug, [
      {
        fromMs: fixMs - 50 * minuteMs,
        toMs: fixMs + 120 * minuteMs,
        slow: [fixMs - 49 * minuteMs, fixMs - 2 * minuteMs],
      },
      relapse(1),
      relapse(2),
      { fromMs: nowMs - 15 * minuteMs, toMs: nowMs + 20 * minuteMs },
    ]),
  );
  app = await startEmptyApp("validation", {
    PROMETHEUS_URL: prometheus.url,
    ...clockOffset(fixMs + 60 * minuteMs - Date.now()),
  });
  const context = await browser.newContext();
  await addFirstAdmin(app, context);
  await context.close();
});
test.beforeEach(async ({ page }) => {
  await signInFirstAdmin(app, page.context());
});
test.afterAll(async () => {
  await app.stop();
  await prometheus.stop();
});

interface Sent {
  readonly method: "post" | "patch";
  readonly path: string;
  readonly body: object;
  readonly version?: number;
}

async function send<T>(page: Page, { method, path, body, version = 1 }: Sent): Promise<T> {
  const headers = {
    "idempotency-key": crypto.randomUUID(),
    "if-match": `"${version}"`,
    origin: app.url,
  };
  const response = await page.request[method](`${app.url}/api/v1/${path}`, { headers, data: body });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}

const post = <T>(page: Page, path: string, body: object): Promise<T> =>
  send<T>(page, { method: "post", path, body });

async function addDeploy(page: Page): Promise<void> {
  const deploy = { kind: "deploy", title: "2.4.2", deployment: slug, atMs: fixMs };
  // A deployment is listed before it is stored, and an event needs the stored one.
  await expect(async () => {
    await post(page, "events", deploy);
  }).toPass({ timeout: 30_000 });
}

const section = (page: Page) => page.getByRole("region", { name: /^Validation/ });
const first = (page: Page) => section(page).getByRole("listitem", { name: "V1" });

async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    expect(await findAccessibilityViolations(page), theme).toEqual([]);
  }
}

/** Opens a case with a supported hypothesis. Returns its path, which is that of the page and of the API. */
async function openCase(page: Page, title: string): Promise<string> {
  await addDeploy(page);
  const goal = { kind: "at-most", signal: "ttft", statistic: "mean", value: 0.2 };
  const body = { title, deployments: [slug], goal };
  const { investigation } = await post<{ readonly investigation: { readonly number: number } }>(
    page,
    "investigations",
    body,
  );
  const path = `investigations/INV-${investigation.number}`;
  const { hypothesis } = await post<{ readonly hypothesis: { readonly id: string } }>(
    page,
    `${path}/hypotheses`,
    { statement: "The tokenizer is slow.", layer: "application" },
  );
  await post(page, `${path}/evidence`, {
    kind: "note",
    title: "Time in the tokenizer",
    text: "Most of the time to the first token",
    steps: [],
    hypotheses: [{ hypothesisId: hypothesis.id, direction: "for", weight: "strong" }],
  });
  await send(page, {
    method: "patch",
    path: `${path}/hypotheses/${hypothesis.id}`,
    body: { status: "supported" },
  });
  await post(page, `${path}/state`, { from: "triage", state: "active" });
  return path;
}

const experiment = (page: Page) => page.getByRole("listitem", { name: "X1" });

async function expectBetterResult(page: Page): Promise<void> {
  await expect(
    experiment(page).getByRole("region", { name: "Result of X1" }).getByRole("status"),
  ).toContainText(/^Better: Mean TTFT is \d+.% lower/u);
}

/** Compares the slow tokenizer with the fast one, and adopts the change. */
async function adoptFix(page: Page, path: string): Promise<void> {
  const arm = (role: string, name: string, fromMs: number, toMs: number) => {
    const windows = [{ startMs: fixMs + fromMs * minuteMs, endMs: fixMs + toMs * minuteMs }];
    return { role, name, deployment: slug, windows };
  };
  const { experiment: added } = await post<{ readonly experiment: { readonly id: string } }>(
    page,
    `${path}/experiments`,
    {
      kind: "config-change",
      factor: { path: "tokenizer.mode", from: "slow", to: "fast" },
      arms: [arm("reference", "Slow", -44, -4), arm("changed", "Fast", 3, 45)],
      measures: { primary: { signal: "ttft", statistic: "mean" } },
      rollbackPlan: "Set the mode back to slow.",
    },
  );
  await post(page, `${path}/experiments/${added.id}/state`, { state: "running" });
  await openInteractive(page, `${app.url}/${path}?step=optimise`);
  await expectBetterResult(page);
  await experiment(page).getByRole("button", { name: "End X1" }).click();
  await experiment(page).getByRole("button", { name: "Decide on X1" }).click();
  await experiment(page).getByLabel("Reason").fill("First tokens are faster.");
  await experiment(page).getByRole("button", { name: "Record decision" }).click();
  await expect(experiment(page)).toContainText("Adopt the change: First tokens are faster.");
}

async function approveAsColleague(browser: Browser, path: string): Promise<void> {
  const context = await browser.newContext();
  await signInNewEditor(app, context, { name: "Grace Hopper", email: "grace@example.com" });
  const page = await context.newPage();
  await openInteractive(page, `${app.url}/${path}?step=optimise`);
  // The colleague reads the result first.
  await expectBetterResult(page);
  await experiment(page).getByRole("button", { name: "Approve X1" }).click();
  await experiment(page).getByRole("button", { name: "Approve change" }).click();
  await expect(experiment(page)).toContainText(/Approved.*Grace Hopper/);
  await context.close();
}

async function linkDeploy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change state" }).click();
  const form = page.getByRole("form", { name: "Change state" });
  await form.getByLabel("New state, now").selectOption("fix-deployed");
  const deploy = form.getByLabel("Deploy that contains the fix");
  const option = deploy.getByRole("option", { name: /2\.4\.2$/ });
  await deploy.selectOption((await option.getAttribute("value")) ?? "");
  await form.getByRole("button", { name: "Change state" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText("Fix deployed").first()).toBeVisible();
}

/** The executive report names cause, fix, approval, deploy and effect, on screen and in the file. */
async function expectExportedReport(page: Page, path: string): Promise<void> {
  await page.goto(`${app.url}/${path}/report?kind=executive`);
  let text = "";
  // The page does not show when its scripts are ready.
  await expect(async () => {
    const downloading = page.waitForEvent("download", { timeout: 2_000 });
    await page.getByRole("button", { name: "Save Markdown" }).click();
    text = readFileSync(await (await downloading).path(), "utf8");
  }).toPass({ timeout: 30_000 });
  expect(text).toMatch(/\| TTFT mean .* \| .* \|/u);
  for (const part of [
    "H1: The tokenizer is slow.",
    "tokenizer.mode slow → fast",
    "The change is approved.",
    "Deployed: 2.4.2",
  ])
    expect(text).toContain(part);
  await expect(page.getByRole("article")).not.toContainText("Missing:");
}

async function chooseBefore(page: Page): Promise<void> {
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await section(page).getByRole("button", { name: "Choose the window before the fix" }).click();
  const form = section(page).getByRole("form", { name: "Window before the fix" });
  await form.getByRole("button", { name: "Use this window" }).click();
  await expect(form).toContainText("Enter a date and a time.");
  await form.getByLabel("From").fill(formatDateInput(fixMs - 44 * minuteMs, zone));
  await form.getByLabel("To", { exact: true }).fill(formatDateInput(fixMs - 4 * minuteMs, zone));
  await form.getByRole("button", { name: "Use this window" }).click();
}

test("a team proves its fix, deploys and validates it, exports the report, and a relapse reopens the case as round 2", async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const path = await openCase(page, "First tokens are slow");
  await adoptFix(page, path);
  await approveAsColleague(browser, path);
  await openInteractive(page, `${app.url}/${path}?step=validate`);
  await section(page).getByRole("button", { name: "Compare before and after" }).click();
  await expect(section(page).getByRole("status")).toContainText("No deploy of the fix is linked");
  await linkDeploy(page);
  await send(page, { method: "patch", path, body: { resolvedAtMs: fixMs + 50 * minuteMs }, version: 2 });
  await openInteractive(page, `${app.url}/${path}?step=validate`);
  await section(page).getByRole("button", { name: "Compare before and after" }).click();
  await expect(section(page).getByRole("status")).toContainText("There is no window before the fix.");
  await chooseBefore(page);
  await expect(section(page).getByRole("status")).toContainText("The goal is met. TTFT mean is", {
    timeout: 60_000,
  });
  const report = section(page).getByRole("region", { name: /^Before and after/ });
  await expect(report.getByRole("row", { name: /^Mean TTFT goal/ })).toContainText(
    /−\d+.% to −\d+.%.*Better/u,
  );
  await expect(report.getByRole("list", { name: "Bottleneck and cost" }).getByRole("listitem")).toHaveCount(
    3,
  );
  await report.getByRole("button", { name: /^Show every signal/ }).click();
  await expect(report.getByRole("row", { name: /^Running requests/i })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await section(page).getByRole("button", { name: "Store validation" }).click();
  await expect(first(page)).toContainText("The goal is met.", { timeout: 60_000 });
  await expect(first(page).getByRole("region", { name: "Watch of V1" })).toBeVisible();
  await expectExportedReport(page, path);
  app = await app.restart(clockOffset(0));
  await signInFirstAdmin(app, page.context());
  await page.goto(`${app.url}/${path}?step=validate`);
  // The job evaluates both missed days.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("list", { name: "Timeline entries" })).toContainText(
      "started round 2 and changed the state from Fix deployed to Active: Two consecutive windows of the watch of V1 are worse.",
      { timeout: 2_000 },
    );
  }).toPass({ timeout: 120_000 });
  await expect(page.getByRole("img", { name: /^Step 2 of 7, .*, round 2$/ })).toBeVisible();
  await openInteractive(page, `${app.url}/${path}?step=validate&round=1`);
  const watch = first(page).getByRole("region", { name: "Watch of V1" });
  await expect(watch).toContainText("Two consecutive windows were worse, so the investigation was reopened.");
  await expect(watch.getByRole("listitem")).toHaveCount(2);
  await expect(watch.getByRole("listitem").first()).toContainText(
    /Worse: mean TTFT worse.*above the limit of/u,
  );
  await first(page).getByRole("button", { name: "Show the report of V1" }).click();
  await expect(first(page).getByRole("row", { name: /^Mean TTFT goal/ })).toContainText("Better");
  await expectAccessible(page);
});
