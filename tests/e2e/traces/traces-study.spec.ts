/** Compares analyses of many traces with the traces that Jaeger itself returns. */
import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/e2e/browser-test";
import { jaegerFaults, jaegerUrl, prometheusFaults, simulatorUrl } from "@/tests/support/e2e/system";
import { openInteractive } from "@/tests/support/e2e/open-interactive";

interface JaegerSpan {
  readonly spanID: string;
  readonly operationName: string;
  readonly startTime: number;
  readonly duration: number;
  readonly references?: readonly { readonly spanID: string }[];
  readonly tags: readonly { readonly key: string; readonly value: unknown }[];
}
interface JaegerTrace {
  readonly traceID: string;
  readonly spans: readonly JaegerSpan[];
}
interface Window {
  readonly startMs: number;
  readonly endMs: number;
}

const service = "assist-8b-gateway";
const maxTraces = 5_000;

async function tracesOf({ startMs, endMs }: Window): Promise<readonly JaegerTrace[]> {
  const search = new URLSearchParams({
    service,
    start: String(startMs * 1_000),
    end: String(endMs * 1_000),
    limit: String(maxTraces),
  });
  const response = await fetch(`${jaegerUrl()}/api/traces?${search.toString()}`);
  const { data } = (await response.json()) as { readonly data: readonly JaegerTrace[] };
  return data;
}

const pathOf = (part: string, { startMs, endMs }: Window, more = ""): string =>
  `/traces${part}?d=assist-8b&from=${startMs}&to=${endMs}&n=${maxTraces}${more}`;

/** Runs a check on the last complete minute, during which the number of traces must not change. */
async function withCompleteMinute(check: (window: Window, traces: readonly JaegerTrace[]) => Promise<void>) {
  await expect(async () => {
    const endMs = Date.now() - 15_000;
    const window = { startMs: endMs - 60_000, endMs };
    const before = await tracesOf(window);
    expect(before.length).toBeGreaterThan(20);
    await check(window, before);
    expect((await tracesOf(window)).length).toBe(before.length);
  }).toPass({ timeout: 100_000 });
}

const spansNamed = (traces: readonly JaegerTrace[], name: string): readonly JaegerSpan[] =>
  traces.flatMap(({ spans }) => spans.filter(({ operationName }) => operationName === name));

const numberIn = (text: string | null): number => Number((text ?? "").replaceAll(/[^\d.]/g, ""));

/** Cells of a row by column title. */
async function cellsOf(page: Page, table: string, row: string): Promise<Readonly<Record<string, string>>> {
  const region = page.getByRole("region", { name: table, exact: true });
  await expect(region).toBeVisible({ timeout: 30_000 });
  const heads = await region.getByRole("columnheader").allTextContents();
  const cells = await region
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: row }) })
    .getByRole("cell")
    .allTextContents();
  return Object.fromEntries(
    heads.slice(1).map((head, index) => [head.replace(" ↓", ""), cells[index] ?? ""]),
  );
}

test.describe.configure({ timeout: 120_000 });

test("operations are counted, summed and sorted as in the traces, and link to matching traces", async ({
  page,
}) => {
  await withCompleteMinute(async (window, traces) => {
    await page.goto(pathOf("/operations", window));
    await expect(page.getByText(`Read ${traces.length.toLocaleString("en-GB")} traces with`)).toBeVisible({
      timeout: 30_000,
    });
    for (const name of ["tokenize", "decode"]) {
      const durations = spansNamed(traces, name)
        .map(({ duration }) => duration)
        .toSorted((a, b) => a - b);
      const cells = await cellsOf(page, "Operations", `${name} assist-8b`);
      expect(numberIn(cells["Spans"] ?? null)).toBe(durations.length);
      const seconds = durations.reduce((sum, duration) => sum + duration, 0) / 1e6;
      expect(Math.abs(numberIn(cells["Total, s"] ?? null) / seconds - 1)).toBeLessThan(0.01);
      const p50Ms = (durations[Math.ceil(durations.length / 2) - 1] ?? 0) / 1_000;
      expect(Math.abs(numberIn(cells["p50, ms"] ?? null) / p50Ms - 1)).toBeLessThan(0.01);
    }
  });
  const operations = page.getByRole("region", { name: "Operations", exact: true });
  const shares = await operations.getByRole("row").locator("td:nth-child(6)").allTextContents();
  const percent = shares.map(Number);
  expect(percent.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
  expect(percent).toEqual(percent.toSorted((a, b) => b - a));
  await operations.getByRole("button", { name: "p95, ms" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/order=p95/);
  await expect(operations.getByRole("columnheader", { name: /^p95/ })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await operations.getByRole("link", { name: "POST /v1/chat/completions" }).click();
  await expect(page).toHaveURL(/\/traces\?.*service=assist-8b-gateway.*operation=POST/);
  await expect(
    page.getByText(/Traces of assist-8b-gateway, with POST \/v1\/chat\/completions/),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: /^Trace [0-9a-f]{32}$/ }).first()).toBeVisible({
    timeout: 30_000,
  });
});

test("the displayed mean TTFT equals that of the traces, and its phases add up to it", async ({ page }) => {
  await withCompleteMinute(async (window, traces) => {
    const ttfts = traces.flatMap(({ spans }) => {
      const root = spans.find(({ references }) => (references ?? []).length === 0);
      const request = spans.find(({ operationName }) => operationName === "llm_request");
      const engineTtft = request?.tags.find(({ key }) => key === "gen_ai.latency.time_to_first_token")?.value;
      if (root === undefined || request === undefined || typeof engineTtft !== "number") return [];
      return [(request.startTime - root.startTime) / 1_000 + engineTtft * 1_000];
    });
    const meanMs = ttfts.reduce((sum, one) => sum + one, 0) / ttfts.length;
    await page.goto(pathOf("/breakdown", window));
    const figure = page.getByRole("region", { name: "TTFT by phase" });
    await expect(figure).toContainText(`Mean of the ${ttfts.length}`, { timeout: 30_000 });
    const text = await figure.textContent();
    const [, total, unit] = /first token: ([\d.]+)\s(m?s)/.exec(text ?? "") ?? [];
    const [, sum, sumUnit] = /add up to ([\d.]+)\s(m?s)/.exec(text ?? "") ?? [];
    expect(Math.abs((Number(total) * (unit === "s" ? 1_000 : 1)) / meanMs - 1)).toBeLessThan(0.02);
    expect([sum, sumUnit]).toEqual([total, unit]);
  });
  await page.getByRole("button", { name: "Request time by duration band as a table" }).click();
  await expect(page.getByRole("region", { name: "Request time by duration band, table" })).toContainText(
    "decode",
  );
});

test("an attribute value of slow requests links to the matching requests", async ({ page }) => {
  test.setTimeout(180_000);
  // Starts with the default window, limit and threshold.
  await openInteractive(page, "/traces/slow?d=assist-8b");
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(
      page.getByText(/slow requests were compared with .* Slow means a duration above/),
    ).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 100_000 });
  const table = page
    .getByRole("region", { name: "Attributes of slow requests", exact: true })
    .getByRole("table");
  await expect(table.getByRole("rowheader", { name: "Request and result" })).toBeVisible();
  const row = table.getByRole("row").filter({ hasText: "output tokens" });
  const limit = numberIn((await row.getByRole("link").textContent()) ?? "");
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/attribute=output(?:\+|%20)tokens%3E/);
  // The list would search six hours until the time limit. It reads half a minute completely, at the latest when the
  // search is repeated: on a busy machine the first one may end early, which the page states.
  const filtered = page.url();
  await expect(async () => {
    const endMs = Date.now() - 15_000;
    await page.goto(`${filtered}&from=${endMs - 30_000}&to=${endMs}`);
    await expect(page.getByText(/[\d,]+ more traces do not match the filters/)).toBeVisible({
      timeout: 15_000,
    });
    await expect(page.getByText(/within the time limit/)).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  const list = page.getByRole("region", { name: "Traces", exact: true });
  await expect(list.getByRole("columnheader", { name: "Output tokens" })).toBeVisible();
  const heads = await list.getByRole("columnheader").allTextContents();
  const outputs = list.getByRole("row").locator(`td:nth-child(${heads.indexOf("Output tokens") + 1})`);
  await expect(outputs.nth(10)).toBeVisible();
  const counts = (await outputs.allTextContents()).map(numberIn);
  expect(counts.length).toBeGreaterThan(10);
  // The threshold is shown with three digits.
  expect(Math.min(...counts)).toBeGreaterThan(limit * 0.99);
  const conditions = page.getByRole("region", { name: "Filters" });
  await conditions.getByText(/^Traces with output tokens/).click();
  await conditions.getByRole("button", { name: "Clear all" }).click();
  await expect(conditions.getByText("All traces")).toBeVisible();
});

test("a drag in the scatter plot zooms the window, and a point opens its trace by keyboard", async ({
  page,
}) => {
  await page.goto("/traces?d=assist-8b&from=now-5m&n=100");
  const dots = page.getByRole("application", { name: /Start and duration of [\d,]+ requests/ });
  await expect(dots).toBeVisible({ timeout: 60_000 });
  const box = await dots.boundingBox();
  if (box === null) throw new Error("the chart has no size");
  await page.mouse.move(box.x + box.width * 0.3, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.7, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/\/traces\?(?=.*from=\d+)(?=.*to=\d+)(?=.*minMs=\d+)(?!.*maxMs)/);
  await page.goBack();
  await dots.focus({ timeout: 60_000 });
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  const pointText = page.getByText(/, trace [0-9a-f]{8}$/);
  const id = /trace ([0-9a-f]{8})$/.exec((await pointText.textContent()) ?? "")?.[1] ?? "none";
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/traces/${id}`));
});

test("errors state the reason and keep earlier results, and failing metrics do not affect traces", async ({
  page,
}) => {
  await openInteractive(page, "/traces/breakdown?d=assist-8b&from=now-5m&n=500");
  const bands = page.getByRole("region", { name: "Request time by duration band", exact: true });
  await expect(bands).toBeVisible({ timeout: 60_000 });
  await jaegerFaults.set({ kind: "status", status: 503 });
  await page.getByRole("button", { name: "Refresh" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("The results below are from an earlier request.", { timeout: 30_000 });
  await expect(bands).toBeVisible();
  await jaegerFaults.clear();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden({ timeout: 30_000 });
  await prometheusFaults.set({ kind: "status", status: 503 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("region", { name: "Durations" })).toContainText(
    "They cannot be compared with the metric",
    {
      timeout: 30_000,
    },
  );
  await expect(bands).toBeVisible();
});

test("a slow tokenizer appears in the TTFT phases within a minute", { tag: "@fleet" }, async ({ page }) => {
  const faultUrl = `${simulatorUrl()}/faults/extract-14b/slow-tokenizer`;
  expect((await fetch(faultUrl, { method: "PUT", headers: { "content-type": "application/json" } })).ok).toBe(
    true,
  );
  try {
    await openInteractive(page, "/traces/breakdown?d=extract-14b&from=now-1m");
    const figure = page.getByRole("region", { name: "TTFT by phase" });
    await expect(async () => {
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(figure).toContainText(/Mean of the [\d,]+ of .*% in tokenize\./, { timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
  } finally {
    await fetch(faultUrl, { method: "DELETE" });
  }
});

test.afterEach(async () => {
  await jaegerFaults.clear();
  await prometheusFaults.clear();
});
