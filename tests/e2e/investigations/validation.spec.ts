/** The validation of a fix on screen: the comparison, the stored record, and a watch that finds a relapse in the history. */
import type { Page } from "@playwright/test";
import pg from "pg";
import { formatDateInput } from "@/components/shared/date-input";
import { violationsOf } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { openInteractive } from "../../support/e2e/open-interactive";
import { writeSegments } from "../../support/histories/segmented-history";
import { startPrometheus, type FrozenPrometheus } from "../../support/sources/prometheus";

const slug = "assist-8b";
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

let prometheus: FrozenPrometheus;
let app: EmptyApp;
let fixMs: number;

/** The fix was deployed three days ago, and the tokenizer is slow again since two days. */
test.beforeAll(async () => {
  test.setTimeout(300_000);
  const nowMs = Date.now();
  fixMs = Math.floor(nowMs / minuteMs) * minuteMs - 3 * dayMs;
  const relapse = (days: number) => {
    const [fromMs, toMs] = [fixMs + days * dayMs, fixMs + days * dayMs + 65 * minuteMs];
    return { fromMs, toMs, slow: [fromMs + minuteMs, toMs - minuteMs] as const };
  };
  prometheus = await startPrometheus(
    writeSegments(slug, [
      {
        fromMs: fixMs - 50 * minuteMs,
        toMs: fixMs + 60 * minuteMs,
        slow: [fixMs - 49 * minuteMs, fixMs - 2 * minuteMs],
      },
      relapse(1),
      relapse(2),
      { fromMs: nowMs - 15 * minuteMs, toMs: nowMs + 20 * minuteMs },
    ]),
  );
  app = await startEmptyApp("validation", { PROMETHEUS_URL: prometheus.url });
});
test.afterAll(async () => {
  await app.stop();
  await prometheus.stop();
});

async function send<T>(page: Page, method: "post" | "patch", path: string, data: object): Promise<T> {
  const headers = { "idempotency-key": crypto.randomUUID(), "if-match": '"2"' };
  const response = await page.request[method](`${app.url}/api/v1/${path}`, { headers, data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}

async function addDeploy(page: Page): Promise<string> {
  const deploy = { kind: "deploy", title: "2.4.2", deployment: slug, atMs: fixMs };
  let id = "";
  // A deployment is listed before it is stored, and an event needs the stored one.
  await expect(async () => {
    id = (await send<{ readonly event: { readonly id: string } }>(page, "post", "events", deploy)).event.id;
  }).toPass({ timeout: 30_000 });
  return id;
}

/** A watch evaluates the days after its start, so the validation must have been stored on the day of the fix. */
async function startWatchesAt(startMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("update validation_watches set started_at = $1", [new Date(startMs)]);
  await client.end();
}

const section = (page: Page) => page.getByRole("region", { name: /^Validation/ });
const first = (page: Page) => section(page).getByRole("listitem", { name: "V1" });

async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    expect(await violationsOf(page), theme).toEqual([]);
  }
}

/** Opens step 7 of an investigation whose fix was deployed, and which was resolved 50 min later. */
async function openValidate(page: Page, title: string): Promise<void> {
  const goal = { kind: "at-most", signal: "ttft", statistic: "mean", value: 0.2 };
  const { investigation } = await send<{ readonly investigation: { readonly number: number } }>(
    page,
    "post",
    "investigations",
    { title, deployments: [slug], goal },
  );
  const path = `investigations/${investigation.number}`;
  await openInteractive(page, `${app.url}/investigations/INV-${investigation.number}?step=validate`);
  await section(page).getByRole("button", { name: "Compare before and after" }).click();
  await expect(section(page).getByRole("status")).toContainText("No deploy of the fix is linked");
  await send(page, "post", `${path}/state`, { from: "triage", state: "active" });
  const deployEventId = await addDeploy(page);
  await send(page, "post", `${path}/state`, { from: "active", state: "fix-deployed", deployEventId });
  await send(page, "patch", path, { resolvedAtMs: fixMs + 50 * minuteMs });
  await page.reload();
}

async function chooseBefore(page: Page): Promise<void> {
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await section(page).getByRole("button", { name: "Choose the window before" }).click();
  const form = section(page).getByRole("form", { name: "Window before the fix" });
  await form.getByRole("button", { name: "Use this window" }).click();
  await expect(form).toContainText("Enter a date and a time.");
  await form.getByLabel("From").fill(formatDateInput(fixMs - 44 * minuteMs, zone));
  await form.getByLabel("To", { exact: true }).fill(formatDateInput(fixMs - 4 * minuteMs, zone));
  await form.getByRole("button", { name: "Use this window" }).click();
}

test("a person compares both windows and stores the validation, and the watch reopens the investigation after a relapse", async ({
  page,
}) => {
  test.setTimeout(240_000);
  await openValidate(page, "First tokens are slow");
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
  await startWatchesAt(fixMs + 60 * minuteMs);
  // The job evaluates both missed days.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("list", { name: "Timeline entries" })).toContainText(
      "started round 2: Two consecutive windows of the watch of V1 are worse.",
      { timeout: 2_000 },
    );
  }).toPass({ timeout: 120_000 });
  await openInteractive(page, `${page.url().split("?")[0] ?? ""}?step=validate&round=1`);
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
