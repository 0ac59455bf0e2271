/** The check of a goal on screen: it allows or refuses the state “Resolved”, and an exception is signed with a reason. */
import type { Page } from "@playwright/test";
import { fleet } from "@/demo/simulator/fleet";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { expectStoredDeployment } from "../../support/e2e/stored-deployment";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { openInteractive } from "../../support/e2e/open-interactive";
import { simulateHistory } from "../../support/histories/simulated-history";
import { startPrometheus, type FrozenPrometheus } from "../../support/sources/prometheus";

const slug = "assist-8b";
const minuteMs = 60_000;
const tokens = { signal: "output-tokens", statistic: "rate" } as const;

let prometheus: FrozenPrometheus;
let app: EmptyApp;

/** A verdict needs 20 complete minutes, which the other specs' demo does not have. */
test.beforeAll(async () => {
  test.setTimeout(180_000);
  const nowMs = Date.now();
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: fleet.filter(({ name }) => name === slug),
    fromMs: nowMs - 50 * minuteMs,
    toMs: nowMs + 10 * minuteMs,
    spacingMs: 15_000,
  });
  prometheus = await startPrometheus(writeBlocks);
  app = await startEmptyApp("goal-check", { PROMETHEUS_URL: prometheus.url });
});
test.afterAll(async () => {
  await app.stop();
  await prometheus.stop();
});

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await page.request.post(`${app.url}/api/v1/${path}`, { headers, data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}

/** Opens an investigation whose fix was deployed 30 min ago, and its page. */
async function openWithFix(page: Page, title: string, goal: object): Promise<void> {
  await expectStoredDeployment(page, app.url, slug);
  deployId ??= await addDeploy(page);
  const { investigation } = await post<{ readonly investigation: { readonly number: number } }>(
    page,
    "investigations",
    { title, deployments: [slug], goal },
  );
  const path = `investigations/${investigation.number}/state`;
  await post(page, path, { from: "triage", state: "active" });
  await post(page, path, { from: "active", state: "fix-deployed", deployEventId: deployId });
  await openInteractive(page, `${app.url}/investigations/INV-${investigation.number}`);
}

/** Both investigations link the same deploy, because a second one within the window prevents a verdict. */
let deployId: string | undefined;

async function addDeploy(page: Page): Promise<string> {
  const deploy = { kind: "deploy", title: "2.4.2", deployment: slug, atMs: Date.now() - 30 * minuteMs };
  let id = "";
  // A deployment is listed before it is stored, and an event needs the stored one.
  await expect(async () => {
    id = (await post<{ readonly event: { readonly id: string } }>(page, "events", deploy)).event.id;
  }).toPass({ timeout: 30_000 });
  return id;
}

async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    expect(await findAccessibilityViolations(page), theme).toEqual([]);
  }
}

const check = (page: Page) => page.getByRole("region", { name: "Check of the goal" });
const stateForm = (page: Page) => page.getByRole("form", { name: "Change state" });

async function chooseResolved(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change state" }).click();
  await stateForm(page).getByLabel("New state, now Fix deployed").selectOption("resolved");
}

test("a met goal is shown with its numbers, and the investigation is resolved without an exception", async ({
  page,
}) => {
  await openWithFix(page, "Throughput is too low", { kind: "at-least", ...tokens, value: 0.001 });
  await expect(check(page).getByRole("listitem")).toContainText(/^Met ?Output tokens at least/);
  await expect(check(page)).toContainText(/95 % interval [\d,.]+ to [\d,.]+/u);
  await expect(check(page)).toContainText(/n = [\d,]+/);
  await expect(check(page)).toContainText(/From the deploy of the fix to now\. .* – .*Checked \d+\s+s ago/);
  await chooseResolved(page);
  await expect(stateForm(page).getByRole("status")).toContainText("No exception is needed.");
  await expect(stateForm(page).getByLabel("Reason for an exception")).toHaveCount(0);
  await expectAccessible(page);
  await stateForm(page).getByRole("button", { name: "Change state" }).click();
  await expect(stateForm(page)).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Timeline entries" })).toContainText(
    "changed the state from Fix deployed to Resolved. The goal is met. Output tokens is",
  );
});

test("a goal that is not met refuses the state, until a person signs an exception with a reason", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openWithFix(page, "Throughput is too high", { kind: "at-most", ...tokens, value: 0.001 });
  await expect(check(page).getByRole("listitem")).toContainText(/^Not met ?Output tokens at most/);
  await chooseResolved(page);
  await expect(stateForm(page).getByRole("status")).toContainText("The goal is not met. Output tokens is");
  await expectAccessible(page);
  await stateForm(page).getByRole("button", { name: "Change state" }).click();
  await expect(stateForm(page).getByRole("alert")).toContainText("“Resolved” requires a goal that is met.");
  await stateForm(page).getByLabel("Reason for an exception").fill("The customer left.");
  await stateForm(page).getByRole("button", { name: "Change state" }).click();
  await expect(stateForm(page)).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Timeline entries" })).toContainText(
    "to Resolved as a signed exception: The customer left. The goal is not met. Output tokens is",
  );
});

test("a measured value that must not worsen is added to the goal, checked, and removed", async ({ page }) => {
  await openWithFix(page, "Throughput with a condition", { kind: "at-least", ...tokens, value: 0.001 });
  await expect(check(page).getByRole("listitem")).toHaveCount(1);
  const section = page.getByRole("region", { name: "Goal and baseline" });
  const form = section.getByRole("form", { name: "Goal and baseline" });
  await section.getByRole("button", { name: "Edit" }).click();
  await form.getByRole("button", { name: "Add a value" }).click();
  await form.getByRole("button", { name: "Add a value" }).click();
  const second = form.getByRole("group", { name: "Value 2" });
  await second.getByLabel("At most worse by, %").fill("2.5");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(second).toContainText("This value is already listed.");
  await second.getByLabel("Signal").selectOption("e2e");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Remove value 1" }).click();
  await form.getByLabel("Maximum cost per million output tokens").fill("0.5");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toContainText("Enter the three letters of the currency, such as EUR.");
  await form.getByLabel("Currency").fill("eur");
  await form.getByLabel("Conditions that a person confirms").fill("The answers stay correct.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  await expect(section.getByText(/E2E p95 at most 2\.50\s% worse/u).first()).toBeVisible();
  await expect(check(page).getByRole("listitem")).toHaveCount(4);
  await expect(check(page).getByRole("listitem").nth(1)).toContainText("Cannot tell");
  const cost = check(page).getByRole("listitem").nth(2);
  await expect(cost).toContainText(/^Cannot tell ?Cost per million output tokens at most 0\.500\sEUR/u);
  await expect(cost).toContainText("The price of a GPU hour is not known.");
  await expect(cost.getByRole("link", { name: "Enter the price" })).toHaveAttribute(
    "href",
    `/roofline?d=${slug}`,
  );
  await section.getByRole("button", { name: "Edit" }).click();
  await form.getByRole("button", { name: "Remove value 1" }).click();
  await form.getByLabel("Maximum cost per million output tokens").fill("");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(check(page).getByRole("listitem")).toHaveCount(2);
});
