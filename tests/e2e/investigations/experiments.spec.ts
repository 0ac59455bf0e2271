/** Experiments on screen: a plan, the live result with its interval, the decision and the signed exception. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { fleet } from "@/demo/simulator/fleet";
import { formatDateInput } from "@/components/shared/date-input";
import { findAccessibilityViolations } from "../../support/e2e/axe";
import { expect, test } from "../../support/e2e/browser-test";
import { expectStoredDeployment } from "../../support/e2e/stored-deployment";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { openInteractive } from "../../support/e2e/open-interactive";
import { simulateHistory } from "../../support/histories/simulated-history";
import { startPrometheus, type FrozenPrometheus } from "../../support/sources/prometheus";

const slug = "assist-8b";
const minuteMs = 60_000;

let prometheus: FrozenPrometheus;
let app: EmptyApp;
let nowMs: number;
/** Receives the messages of the rollback hook. */
let receiver: Server;
let receiverHost = "";
let receiverStatus = 500;

/** The tokenizer is slow until 40 min ago, and normal since. */
test.beforeAll(async () => {
  test.setTimeout(180_000);
  nowMs = Date.now();
  const workload = fleet.filter(({ name }) => name === slug);
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: workload.map((one) => ({
      ...one,
      traffic: { ...one.traffic, requestsPerSecond: 6, dailyAmplitudeRatio: 0, weekendLoadRatio: 1 },
    })),
    seed: 5,
    fromMs: nowMs - 95 * minuteMs,
    toMs: nowMs + 20 * minuteMs,
    spacingMs: 15_000,
    faults: [
      {
        workload: slug,
        fault: "slow-tokenizer",
        strength: 250,
        atMs: nowMs - 94 * minuteMs,
        untilMs: nowMs - 40 * minuteMs,
      },
    ],
  });
  prometheus = await startPrometheus(writeBlocks);
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(receiverStatus).end("a text that editors do not see");
  });
  await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve));
  receiverHost = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  app = await startEmptyApp("experiments", {
    PROMETHEUS_URL: prometheus.url,
    RIDGEPOINT_WEBHOOK_HOSTS: receiverHost,
    RIDGEPOINT_SECRET_KEY: "a-secret-key-of-this-test-0123456789",
  });
});
test.afterAll(async () => {
  await app.stop();
  await prometheus.stop();
  receiver.close();
});

/** Opens an investigation at step 6. Step 6 can be shown before its conditions are met. */
async function openOptimise(page: Page, title: string): Promise<void> {
  await expectStoredDeployment(page, app.url, slug);
  const response = await page.request.post(`${app.url}/api/v1/investigations`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: { title, deployments: [slug] },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { investigation } = (await response.json()) as {
    readonly investigation: { readonly number: number };
  };
  await openInteractive(page, `${app.url}/investigations/INV-${investigation.number}?step=optimise`);
}

async function expectAccessible(page: Page): Promise<void> {
  // A control that is half below the bar at the top would count as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    expect(await findAccessibilityViolations(page), theme).toEqual([]);
  }
}

const section = (page: Page) => page.getByRole("region", { name: "Experiments" });
const planForm = (page: Page) => section(page).getByRole("form", { name: "Add experiment" });
const item = (page: Page) => section(page).getByRole("listitem", { name: "X1" });

/** Enters a window in the time zone of the page, which is that of the browser. */
async function enterWindow(page: Page, arm: string, fromMs: number, toMs: number): Promise<void> {
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await planForm(page)
    .getByRole("button", { name: `Add window to the ${arm}` })
    .click();
  const window = planForm(page).getByRole("group", { name: new RegExp(`^Window 1 of the ${arm}`, "i") });
  await window.getByLabel("From").fill(formatDateInput(fromMs, zone));
  await window.getByLabel("To (optional)").fill(formatDateInput(toMs, zone));
}

async function planFix(page: Page): Promise<void> {
  await section(page).getByRole("button", { name: "Add experiment" }).click();
  await planForm(page).getByLabel("Path").fill("tokenizer.mode");
  await planForm(page).getByLabel("Value in the reference arm").fill("slow");
  await planForm(page).getByLabel("Value in the changed arm").fill("fast");
  await planForm(page).getByLabel("Rollback plan").fill("Set the mode back to slow.");
}

const stepForm = (page: Page) => page.getByRole("form", { name: "Step: Optimise and test" });

/** The form of the step shows the plan and the result instead of its fields, and the checklist alone is missing. */
async function expectAnswersFromExperiment(page: Page): Promise<void> {
  const answerTo = (name: string) => stepForm(page).getByRole("region", { name });
  await expect(answerTo("Change")).toContainText("Configuration change: tokenizer.mode slow → fast");
  await expect(answerTo("Measured effect")).toContainText(/Better: Mean TTFT is \d+.% lower/u);
  await expect(answerTo("Rollback plan")).toContainText("Set the mode back to slow.");
  await expect(answerTo("Decision")).toContainText("Adopt the change: First tokens are faster.");
  await expect(stepForm(page).getByRole("textbox")).toHaveCount(0);
  await answerTo("Change").getByRole("link", { name: "X1" }).click();
  await expect(item(page)).toBeInViewport();
  const missing = page.getByRole("region", { name: "Missing parts" });
  await expect(missing).not.toContainText(/Measured effect|Decision|Rollback plan/);
}

test("a person plans an experiment, sees that the change is better, and signs the approval alone", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openOptimise(page, "First tokens are slow");
  await expect(section(page)).toContainText("No experiments yet.");
  await expect(stepForm(page).getByLabel("Rollback plan")).toBeVisible();
  await planFix(page);
  await enterWindow(page, "reference arm", nowMs - 90 * minuteMs, nowMs - 42 * minuteMs);
  await enterWindow(page, "changed arm", nowMs - 37 * minuteMs, nowMs - 2 * minuteMs);
  await planForm(page)
    .getByLabel(/^Cost per million output tokens/)
    .check();
  await expectAccessible(page);
  await planForm(page).getByRole("button", { name: "Add experiment" }).click();
  await item(page).getByRole("button", { name: "Start X1" }).click();
  await expect(item(page)).toContainText(/Guards.*, cost per million output tokens/);
  const result = item(page).getByRole("region", { name: "Result of X1" });
  await expect(result.getByRole("status")).toContainText(/Better: Mean TTFT is \d+.% lower/u);
  await expect(result.getByRole("row", { name: /^Mean TTFT/ })).toContainText(/−\d+.% to −\d+.%/u);
  await expect(result).toContainText(
    /at most about 5.% of experiments report a difference of the primary measure/u,
  );
  await expect(result).toContainText("the price of a GPU hour is not known for both arms");
  await expectAccessible(page);
  await item(page).getByRole("button", { name: "End X1" }).click();
  await item(page).getByRole("button", { name: "Decide on X1" }).click();
  await item(page).getByLabel("Reason").fill("First tokens are faster.");
  await item(page).getByRole("button", { name: "Record decision" }).click();
  await expect(item(page)).toContainText("Adopt the change: First tokens are faster.");
  await expectAnswersFromExperiment(page);
  await item(page).getByRole("button", { name: "Approve X1" }).click();
  await item(page).getByRole("button", { name: "Sign exception" }).click();
  await expect(item(page).getByRole("alert")).toContainText("Sign the exception with a reason.");
  await item(page).getByLabel("Reason for an exception").fill("I am on call alone.");
  await item(page).getByRole("button", { name: "Sign exception" }).click();
  await expect(item(page)).toContainText("Approved as a signed exception: I am on call alone.");
  await expect(page.getByRole("list", { name: "Timeline entries" })).toContainText(
    "approved the change of X1 as a signed exception: I am on call alone.",
  );
});

/** Captures the slow window as a baseline. */
async function captureBaseline(page: Page, name: string): Promise<void> {
  const response = await page.request.post(`${app.url}/api/v1/baselines`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: {
      deployment: slug,
      from: String(nowMs - 90 * minuteMs),
      to: String(nowMs - 42 * minuteMs),
      name,
    },
  });
  expect(response.status()).toBe(202);
  await expect
    .poll(async () => (await page.request.get(`${app.url}/api/v1/baselines`)).text(), { timeout: 60_000 })
    .toContain('"state":"ready"');
}

test("a person compares a stored baseline with a window, and sees that the change is better", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openOptimise(page, "First tokens are slow in a stored window");
  await captureBaseline(page, "Slow tokenizer");
  await planFix(page);
  const reference = planForm(page).getByRole("group", { name: "Reference arm" });
  await reference.getByLabel("Source").selectOption("Baseline");
  await expect(reference.getByLabel("Label (optional)")).toHaveCount(0);
  const baseline = reference.getByLabel("Baseline", { exact: true });
  await planForm(page).getByRole("button", { name: "Add experiment" }).click();
  await expect(reference).toContainText("Select a baseline.");
  await expect(
    baseline.getByRole("option", { name: /^Slow tokenizer, .*, \d+ blocks of 1.min$/u }),
  ).toHaveCount(1);
  await baseline.selectOption({ index: 1 });
  await enterWindow(page, "changed arm", nowMs - 37 * minuteMs, nowMs - 2 * minuteMs);
  await expectAccessible(page);
  await planForm(page).getByRole("button", { name: "Add experiment" }).click();
  await expect(item(page)).toContainText(
    /Before: assist-8b, baseline “Slow tokenizer”, .*, \d+ blocks of 1.min, [\d,]+ requests/u,
  );
  await item(page).getByRole("button", { name: "Start X1" }).click();
  const result = item(page).getByRole("region", { name: "Result of X1" });
  await expect(result.getByRole("status")).toContainText(/Better: Mean TTFT is \d+.% lower/u);
  await expect(result).toContainText("Before is a baseline, so the arms are not interleaved.");
  await expectAccessible(page);
  await item(page).getByRole("button", { name: "Edit windows of X1" }).click();
  await expect(section(page).getByRole("form", { name: "Edit X1" })).toContainText(
    "This arm is a baseline, so it has no windows to edit.",
  );
});

test("the windows of a running experiment can be edited, and its plan cannot", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openOptimise(page, "A window that is too short");
  await planFix(page);
  await enterWindow(page, "reference arm", nowMs - 90 * minuteMs, nowMs - 42 * minuteMs);
  await enterWindow(page, "changed arm", nowMs - 37 * minuteMs, nowMs - 28 * minuteMs);
  await planForm(page).getByRole("button", { name: "Add experiment" }).click();
  await item(page).getByRole("button", { name: "Start X1" }).click();
  const status = item(page).getByRole("region", { name: "Result of X1" }).getByRole("status");
  await expect(status).toContainText(/^Cannot tell: the first interim analysis needs 20 complete blocks/);
  await item(page).getByRole("button", { name: "Edit windows of X1" }).click();
  const form = section(page).getByRole("form", { name: "Edit X1" });
  await expect(form.getByLabel("Rollback plan")).toBeVisible();
  await expect(form.getByLabel("Path")).toHaveCount(0);
  await expect(form.getByLabel("Planned blocks of 1 min per arm")).toHaveCount(0);
  const window = form.getByRole("group", { name: "Window 1 of the Changed arm" });
  await window.getByRole("button", { name: "Remove window 1" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("After has no window, so nothing would be measured.");
  await form.getByRole("button", { name: "Add window to the changed arm" }).click();
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await window.getByLabel("From").fill(formatDateInput(nowMs - 37 * minuteMs, zone));
  await window.getByLabel("To (optional)").fill(formatDateInput(nowMs - 2 * minuteMs, zone));
  await form.getByRole("button", { name: "Save" }).click();
  await expect(status).toContainText(/^Better: Mean TTFT is \d+.% lower/u);
  await expect(page.getByRole("list", { name: "Timeline entries" })).toContainText("X1");
});

test("a person fires the rollback hook, sees that it failed, and fires it again", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  const added = await page.request.post(`${app.url}/api/v1/webhooks`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: { name: "Rollback of assist", url: `http://${receiverHost}/rollback` },
  });
  expect(added.status()).toBe(201);
  await openOptimise(page, "A harmful change");
  await planFix(page);
  await enterWindow(page, "reference arm", nowMs - 90 * minuteMs, nowMs - 42 * minuteMs);
  await enterWindow(page, "changed arm", nowMs - 37 * minuteMs, nowMs - 2 * minuteMs);
  await planForm(page).getByLabel("Rollback hook").selectOption("Rollback of assist");
  await planForm(page).getByLabel("The hook is fired").selectOption("yes");
  await planForm(page).getByRole("button", { name: "Add experiment" }).click();
  await expect(item(page)).toContainText(
    "Rollback of assist, fired by a person, or if a guard is worse at two consecutive interim analyses",
  );
  await expect(item(page).getByRole("button", { name: "Fire rollback hook of X1" })).toHaveCount(0);
  await item(page).getByRole("button", { name: "Start X1" }).click();

  const fire = async (reason: string): Promise<void> => {
    await item(page).getByRole("button", { name: "Fire rollback hook of X1" }).click();
    const form = item(page).getByRole("form", { name: "Fire the rollback hook of X1" });
    await expect(form).toContainText("to undo the change tokenizer.mode slow → fast");
    await form.getByLabel("Reason").fill(reason);
    await expectAccessible(page);
    await form.getByRole("button", { name: "Request rollback" }).click();
  };
  await fire("Errors in production");
  const firings = item(page).getByRole("list", { name: "Rollback hook" }).getByRole("listitem");
  await expect(firings.first()).toContainText("The receiver refused the message with the status 500 after");
  await expect(item(page)).not.toContainText("editors do not see");
  receiverStatus = 202;
  await fire("The receiver works again");
  await expect(firings).toHaveCount(2);
  await expect(firings.first()).toContainText("The receiver accepted the message with the status 202 after");
  await expect(item(page).getByRole("button", { name: "Fire rollback hook of X1" })).toHaveCount(0);
  await expectAccessible(page);
  const timeline = page.getByRole("list", { name: "Timeline entries" });
  await expect(timeline).toContainText("fired the rollback hook of X1: Errors in production");
  await expect(timeline).toContainText(
    "recorded the outcome of the rollback hook of X1: refused with the status 500",
  );
  await expect(timeline).toContainText("accepted with the status 202");
});

test("arms that cannot be distinguished are refused, and an incomplete plan names its fields", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openOptimise(page, "Arms that overlap");
  await planFix(page);
  await planForm(page).getByLabel("Rollback plan").fill("");
  await planForm(page).getByLabel("Label (optional)").first().fill("instance");
  await planForm(page).getByRole("button", { name: "Add experiment" }).click();
  await expect(planForm(page)).toContainText("State how to undo the change.");
  await expect(planForm(page)).toContainText("Enter both label and value, or neither.");
  await planForm(page).getByLabel("Label (optional)").first().fill("");
  await planForm(page).getByLabel("Rollback plan").fill("Set the mode back to slow.");
  await enterWindow(page, "reference arm", nowMs - 60 * minuteMs, nowMs - 30 * minuteMs);
  await enterWindow(page, "changed arm", nowMs - 40 * minuteMs, nowMs - 5 * minuteMs);
  await planForm(page).getByRole("button", { name: "Add experiment" }).click();
  await expect(planForm(page).getByRole("alert")).toContainText("Before and After cannot be distinguished");
});
