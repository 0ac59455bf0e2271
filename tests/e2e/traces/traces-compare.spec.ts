/** Comparison of groups, of two traces, and against faults whose phase is known. */
import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import type { TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import type { PhaseId } from "@/lib/model/traces/phase";
import { expect, test } from "@/tests/support/e2e/browser-test";
import { healthyDeployment, knownFaults, type KnownFault } from "@/tests/support/histories/known-faults";
import { simulatorUrl } from "@/tests/support/e2e/system";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

const phases = (page: Page) => page.getByRole("region", { name: "Difference by phase" });

async function openCompared(page: Page, query: string): Promise<void> {
  await page.goto(`/traces/compare?${query}`);
  await expect(phases(page)).toBeVisible({ timeout: 60_000 });
}

test("slow requests and the rest: the explaining phase, both groups, and all numbers as a file", async ({
  page,
}) => {
  await openCompared(page, "d=chat-70b&from=now-15m&slowQuantile=0.9&maxRequests=500");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /Slow requests spend [\d.]+\s(?:s|ms) more .* than the rest: .*(?:% of|more than) the/,
  );
  const groups = page.getByRole("region", { name: "Groups" });
  await expect(groups).toContainText(/Slow requests: \d+/);
  await expect(groups).toContainText(/Read [\d,]+ traces \(limit 500\)/);
  await expect(groups.getByRole("img", { name: /^Number of requests by time to first token/ })).toBeVisible();
  const before = await phases(page).getByRole("row").last().textContent();
  expect(before).toMatch(/^TTFT[\d,.]+.*\+[\d,.]+± [\d,.]+100/);

  await page.getByRole("button", { name: "Swap groups" }).press("Enter");
  await expect(page).toHaveURL(/a=rest&b=slow/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /^The rest spend .* less .* than slow requests/,
  );
  await page.getByRole("button", { name: "Table", exact: true }).press("Enter");
  await expect(page).toHaveURL(/display=table/);
  await expect(phases(page).getByRole("columnheader", { name: "95 % lower" })).toBeVisible();
  await page.getByRole("button", { name: "Tree" }).press("Enter");
  await expect(
    page.getByRole("region", { name: "Difference by node" }).getByRole("rowheader").first(),
  ).toContainText("POST /v1/chat/completions");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).press("Enter");
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^[a-z0-9-]+-rest-vs-slow-\d{4}-\d\d-\d\dT\d{4}Z\.csv$/);
  const csv = await readFile(await file.path(), "utf8");
  expect(csv).toMatch(/^item,measure,The rest \(s\),Slow requests \(s\),difference \(s\)/);
  expect(csv).toContain("phase prefill,time,");
});

test("two traces are selected in the list and compared span by span", async ({ page }) => {
  await openInteractive(page, "/traces?d=search-30b&from=now-15m");
  const checkboxes = page.getByRole("checkbox", { name: /^Compare trace [0-9a-f]{32}$/ });
  await checkboxes.first().check({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: "compare it with its window" })).toBeVisible();
  await checkboxes.nth(1).press("Space");
  await page.getByRole("link", { name: "compare them" }).press("Enter");
  const rows = page.getByRole("region", { name: "Both requests by node" });
  await expect(rows.getByRole("row").nth(1)).toContainText("POST /v1/chat/completions", { timeout: 60_000 });
  await expect(rows).toContainText("llm_request");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "Two requests cannot show whether this is typical.",
  );
});

test("a failed comparison states the reason, and the form selects another comparison", async ({
  page,
  complaints,
}) => {
  complaints.expectComplaint(/status of 40\d/);
  const missing = "0".repeat(31);
  await page.goto(
    `/traces/compare?d=chat-70b&from=now-15m&a=trace:${missing}1&b=trace:${missing}2&slowQuantile=7`,
  );
  await expect(page.getByRole("main").getByRole("alert")).toContainText("has no trace", { timeout: 60_000 });
  await expect(page.getByText(/invalid comparison parameters.*slowQuantile/)).toBeVisible();
  await page.getByText(/Change the comparison$/).click();
  await page.getByRole("combobox", { name: "Compare", exact: true }).selectOption("load");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(/a=high-load&b=low-load/);
});

test("invalid comparisons are refused with a reason", async ({ page }) => {
  for (const [query, reason] of [
    ["deployment=chat-70b&a=all&b=all", /both sides are the same group of requests/],
    ["a=slow&b=rest", /the query has no deployment/],
    ["deployment=chat-70b&a=after&b=before", /the query has no `changeAtMs`/],
    ["deployment=chat-70b&a=fastest", /is not a group of requests/],
    ["deployment=chat-70b&maxRequests=5001", /maxRequests/],
  ] as const) {
    const response = await page.request.get(`/api/v1/traces/comparison?${query}`);
    expect(response.status(), query).toBe(400);
    expect(((await response.json()) as { readonly detail: string }).detail).toMatch(reason);
  }
});

async function setFault({ deployment, fault, strength, instance }: KnownFault): Promise<void> {
  const response = await fetch(`${simulatorUrl()}/faults/${deployment}/${fault}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ strength, instance }),
  });
  expect(response.status, await response.text()).toBe(200);
}

async function clearFault({ deployment, fault }: KnownFault): Promise<void> {
  await fetch(`${simulatorUrl()}/faults/${deployment}/${fault}`, { method: "DELETE" });
}

async function fetchAnalysis<T>(request: APIRequestContext, endpoint: string, query: string): Promise<T> {
  const response = await request.get(`/api/v1/traces/${endpoint}?${query}`);
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as T;
}

/** Share of a phase in a significant difference, or 0. */
function shareOf({ difference }: TraceComparisonResponse, phase: PhaseId): number {
  const row = difference?.phases.find((one) => one.phase === phase);
  const isSignificant = (row?.interval?.lower ?? 0) > 0 && (difference?.total.interval?.lower ?? 0) > 0;
  return isSignificant ? (row?.differenceShare ?? 0) : 0;
}

/** The strongest attribute of slow requests with the default threshold, as "attribute value". */
function strongestAttribute({ study }: TraceStudyResponse): string {
  if (study?.slow.kind !== "differences") return study?.slow.kind ?? "no study";
  const [first] = study.slow.differences.rows;
  return first?.match.kind === "value" ? `${first.feature.attribute} ${first.match.value}` : "no value";
}

test(
  "within a minute, comparison, breakdown and slow requests each name a slow tokenizer, network or feature store",
  { tag: "@fleet" },
  async ({ page }) => {
    test.setTimeout(180_000);
    const setAtMs = Date.now();
    await Promise.all(knownFaults.map(setFault));
    const withinTheMinute = () => ({ timeout: Math.max(1_000, setAtMs + 60_000 - Date.now()) });
    const compared = (query: string) =>
      fetchAnalysis<TraceComparisonResponse>(page.request, "comparison", query);
    try {
      for (const { deployment, instance, phase } of knownFaults) {
        const healthy = `deployment=${deployment}&a=all&b=all&bDeployment=${healthyDeployment}&from=now-1m&maxRequests=500`;
        await expect
          .poll(async () => shareOf(await compared(healthy), phase), withinTheMinute())
          .toBeGreaterThan(0.8);
        if (instance === undefined) continue;
        const slow = `deployment=${deployment}&from=now-1m&n=500`;
        await expect
          .poll(
            async () =>
              strongestAttribute(await fetchAnalysis<TraceStudyResponse>(page.request, "study", slow)),
            withinTheMinute(),
          )
          .toBe(`server.address ${instance}`);
      }
      for (const { deployment, instance, phase, expectedText } of knownFaults) {
        const before = `deployment=${deployment}&a=after&b=before&changeAtMs=${setAtMs}&from=${setAtMs - 120_000}&to=now&maxRequests=500`;
        expect(shareOf(await compared(before), phase), deployment).toBeGreaterThan(0.8);
        await openCompared(
          page,
          `d=${deployment}&a=all&b=all&bDeployment=${healthyDeployment}&from=now-1m&maxRequests=500`,
        );
        await expect(page.getByRole("heading", { level: 1 })).toContainText(expectedText);
        await page.goto(`/traces/breakdown?d=${deployment}&from=now-1m&n=500`);
        await expect(
          page
            .getByText(new RegExp(`that report their first token: .* in ${phase.replace("-", " ")}\\.`))
            .first(),
        ).toBeVisible({ timeout: 30_000 });
        if (instance === undefined) continue;
        await page.goto(`/traces/slow?d=${deployment}&from=now-1m`);
        await expect(page.getByRole("heading", { level: 1 })).toContainText(`server.address ${instance}`, {
          timeout: 30_000,
        });
      }
    } finally {
      await Promise.all(knownFaults.map(clearFault));
    }
  },
);
