/**
 * Injected faults: each has a designed state with its reason, the rest of the page keeps working, and it recovers
 * within five seconds.
 */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e/browser-test";
import { openInteractive } from "../support/e2e/open-interactive";
import { jaegerFaults, systemParts, prometheusFaults } from "../support/e2e/system";

const recoveryMs = 8_000;

test.afterEach(async () => {
  await prometheusFaults.clear();
  await jaegerFaults.clear();
});

async function openSignals(page: Page): Promise<void> {
  await page.goto("/signals?d=search-30b&from=now-5m");
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toContainText(/p95 [\d.]+/, {
    timeout: 60_000,
  });
}

const ttft = (page: Page) => page.getByRole("region", { name: "Time to first token, TTFT" });

for (const [name, fault, reason] of [
  ["down", { kind: "down" }, /refuses|does not respond|closed the connection/i],
  ["503", { kind: "status", status: 503, body: "Service Unavailable" }, /503|ready|answer/i],
  [
    "422",
    {
      kind: "status",
      status: 422,
      body: '{"status":"error","errorType":"execution","error":"query would load too many samples"}',
    },
    /too many samples/,
  ],
  ["truncated", { kind: "half-json", keepRatio: 0.5 }, /answer|JSON|understood/i],
  ["a login page", { kind: "html" }, /answer|HTML|JSON|understood/i],
] as const) {
  test(`Prometheus responds with ${name}: the last values stay with the reason, and the page recovers`, async ({
    page,
    complaints,
  }) => {
    complaints.expectComplaint(/Failed to load resource/);
    await openSignals(page);
    await prometheusFaults.set(fault);
    const panel = ttft(page);
    await expect(panel).toContainText(/query failed/, { timeout: 30_000 });
    await expect(panel.getByRole("application")).toBeVisible();
    await expect(panel).toContainText(reason);
    await expect(page.getByText("Stale", { exact: true })).toBeVisible();
    await expect(
      page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Traces" }),
    ).toBeVisible();
    await prometheusFaults.clear();
    await expect(panel).not.toContainText(/query failed/, { timeout: recoveryMs });
    await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: recoveryMs });
  });
}

test("Prometheus is down without cached data: every row shows the fix, and the page recovers", async ({
  page,
}) => {
  await prometheusFaults.set({ kind: "down" });
  // A time window that is not cached.
  await page.goto("/overview?from=now-47m");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "None of five deployments is reachable",
    {
      timeout: 30_000,
    },
  );
  await expect(page.getByRole("list", { name: "Deployments by status" })).toContainText("5 unreachable");
  const rows = page.getByRole("table").getByRole("row").filter({ hasText: "Unreachable" });
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText(/Prometheus cannot be read: .*correct PROMETHEUS_URL/);
  await expect(page.getByText("Stale", { exact: true })).toBeVisible();
  await prometheusFaults.clear();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "One of five deployments is in trouble",
    {
      timeout: recoveryMs,
    },
  );
});

test("Prometheus hangs: the page stays usable and shows a loading state", async ({ page, complaints }) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openSignals(page);
  await prometheusFaults.set({ kind: "hang" });
  await expect(ttft(page)).toContainText(/loading|query failed/, { timeout: 30_000 });
  await page.goto("/settings/sources");
  await expect(page.getByRole("listitem", { name: "Prometheus" })).toContainText("down", { timeout: 30_000 });
  await prometheusFaults.clear();
  await expect(page.getByRole("listitem", { name: "Prometheus" })).toContainText("up,", {
    timeout: recoveryMs,
  });
});

test("Prometheus rejects the credentials: the page states it, and Try again queries at once", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openInteractive(page, "/settings/sources");
  const prometheus = page.getByRole("listitem", { name: "Prometheus" });
  await expect(prometheus).toContainText("up,");
  await prometheusFaults.set({ kind: "status", status: 401, body: "unauthorized" });
  await prometheus.getByRole("button", { name: "Check now" }).click();
  await expect(prometheus).toContainText("down", { timeout: 20_000 });
  await prometheusFaults.clear();
  await prometheus.getByRole("button", { name: "Try again" }).click();
  await expect(prometheus).toContainText("up,", { timeout: recoveryMs });
});

test("shows a panel with partial data if the response has warnings", async ({ page }) => {
  await prometheusFaults.set({ kind: "warnings", warnings: ["a store did not answer"] });
  await page.goto("/signals?d=assist-8b&from=now-5m");
  await expect(ttft(page)).toContainText("a store did not answer", { timeout: 60_000 });
  await expect(ttft(page)).toContainText("partial");
  await page.goto("/overview?from=now-5m");
  await expect(page.getByRole("row").filter({ hasText: "assist-8b" })).toContainText(
    "partial data: a store did not answer",
    { timeout: 30_000 },
  );
  await expect(page.getByRole("list", { name: "Deployments by status" })).toContainText("with partial data");
});

test("shows gaps, never zeros, for NaN values, and recovers", async ({ page }) => {
  await openSignals(page);
  await prometheusFaults.set({ kind: "values", value: "NaN" });
  // The scripts of the page replace elements of the document.
  await openInteractive(page, "/signals?d=code-32b&from=now-3h");
  const panel = page.getByRole("region", { name: "Running and waiting" });
  // Scrolls to the panel, also if it is replaced meanwhile.
  await panel.hover();
  // Without samples it is unknown whether targets are up. Targets that were up before count as down.
  await expect(panel).toContainText(/absent|not known yet|target down/i, { timeout: 30_000 });
  // The last value may be cached, even a true zero. New values are missing.
  await expect(panel).not.toContainText(/(?:running|waiting) \d/, { timeout: 30_000 });
  await prometheusFaults.clear();
  await expect(panel).toContainText(/running \d/, { timeout: recoveryMs });
});

test("Jaeger is down: the trace pages state it with a fix, metrics keep working, and the page recovers", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await jaegerFaults.set({ kind: "down" });
  await page.goto("/traces?d=search-30b&from=now-15m");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Metrics are not affected.", {
    timeout: 30_000,
  });
  await jaegerFaults.clear();
  await expect(page.getByText(/Queried Jaeger/)).toBeVisible({ timeout: recoveryMs + 4_000 });
});

test("PostgreSQL is down: panels use cached data, and the page recovers without a restart", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/Failed to load resource/);
  await openSignals(page);
  await systemParts.stop("postgres");
  try {
    await openInteractive(page, "/settings/sources");
    await expect(page.getByRole("listitem", { name: "PostgreSQL" })).toContainText("down", {
      timeout: 30_000,
    });
    const prometheus = page.getByRole("listitem", { name: "Prometheus" });
    await prometheus.getByRole("button", { name: "Check now" }).click();
    await expect(prometheus).toContainText("The source responds.", { timeout: 10_000 });
    await page.goto("/signals?d=search-30b&from=now-5m");
    await expect(ttft(page)).toContainText(/p95 [\d.]+/, { timeout: 30_000 });
  } finally {
    await systemParts.start("postgres");
  }
  await page.goto("/settings/sources");
  await expect(page.getByRole("listitem", { name: "PostgreSQL" })).toContainText("up,", { timeout: 20_000 });
});
