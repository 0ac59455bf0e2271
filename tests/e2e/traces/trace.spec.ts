/** Waterfall of one trace with keyboard and pointer, up to 50,000 spans. */
import { openTraceList } from "../../support/e2e/open-trace-list";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { wideTrace } from "@/tests/performance/traces/wide-trace";
import { expect, test } from "@/tests/support/e2e/browser-test";
import { jaegerFaults } from "@/tests/support/e2e/system";
import { openInteractive, reloadInteractive } from "@/tests/support/e2e/open-interactive";

/** A trace that reports its first token. The newest trace may have been cancelled before it. */
async function openTrace(page: Page): Promise<Locator> {
  await openInteractive(page, "/traces?d=chat-70b&from=now-2m&tab=first-token");
  await page
    .getByRole("link", { name: /^Trace [0-9a-f]{32}$/ })
    .first()
    .click();
  const grid = page.getByRole("treegrid", { name: "Spans" });
  await expect(grid).toContainText("llm_request", { timeout: 30_000 });
  return grid;
}

const mapOf = (page: Page): Locator => page.getByRole("slider", { name: "Visible time range" });

/** Start and end in nanoseconds, as the minimap states them. */
async function visibleRange(page: Page): Promise<readonly [number, number]> {
  const text = (await mapOf(page).getAttribute("aria-valuetext")) ?? "";
  const sizes: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };
  const [from = Number.NaN, to = Number.NaN] = [...text.matchAll(/([\d.]+)\s(ns|µs|ms|s)\b/g)].map(
    ([, digits, unit]) => Number(digits) * (sizes[unit ?? ""] ?? Number.NaN),
  );
  return [from, to];
}

test("TTFT phases add up to the time measured by the engine or the client, in time order", async ({
  page,
}) => {
  await openTrace(page);
  const bar = page.getByRole("region", { name: "TTFT by phase" });
  await expect(bar).toContainText(
    /The phases add up to the [\d.]+\s(?:ms|s) (?:that the client measured|from the start of the request)/,
  );
  const numbers = await bar
    .getByRole("definition")
    .evaluateAll((cells) =>
      cells.map((cell) => Number.parseFloat((cell.textContent ?? "").replaceAll(/[,<]/g, ""))),
    );
  const sum = numbers.at(-1) ?? Number.NaN;
  const parts = numbers.slice(0, -1).reduce((total, ns) => total + ns, 0);
  expect(Math.abs(parts - sum) / sum).toBeLessThan(0.01);
  await page.getByRole("button", { name: "Definition of critical path" }).click();
  await expect(page.getByRole("dialog")).toContainText("walking back from the end of the root");
});

test("the keyboard moves through rows and zooms to nanoseconds, and the minimap moves by keyboard and pointer", async ({
  page,
}) => {
  const grid = await openTrace(page);
  await page.getByRole("button", { name: "Full trace" }).click();
  const [, fullNs] = await visibleRange(page);
  await grid.focus();
  await page.keyboard.press("ArrowDown");
  await expect(grid.getByRole("row", { selected: true })).toContainText("admission");
  await page.keyboard.press("+");
  const [from, to] = await visibleRange(page);
  expect((to - from) / fullNs).toBeCloseTo(0.5, 1);
  await page.keyboard.press("Shift+ArrowRight");
  expect((await visibleRange(page))[0]).toBeGreaterThan(from);
  for (let step = 0; step < 40; step += 1) await page.keyboard.press("+");
  await expect(mapOf(page)).toHaveAttribute("aria-valuenow", /\d+/);
  await page.keyboard.press("0");
  expect(await visibleRange(page)).toEqual([0, fullNs]);

  await page.getByRole("button", { name: "To first token" }).click();
  const [, token] = await visibleRange(page);
  expect(token).toBeLessThan(fullNs);
  const map = mapOf(page);
  await map.focus();
  await page.keyboard.press("End");
  expect((await visibleRange(page))[1]).toBeCloseTo(fullNs, -7);
  const box = (await map.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 400, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  expect((await visibleRange(page))[0]).toBe(0);

  const rows = (await grid.boundingBox())!;
  await page.mouse.move(rows.x + rows.width * 0.6, rows.y + 60);
  await page.mouse.down();
  await page.mouse.move(rows.x + rows.width * 0.7, rows.y + 60, { steps: 4 });
  await page.mouse.up();
  const dragged = await visibleRange(page);
  expect(dragged[1] - dragged[0]).toBeLessThan(token / 2);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, 400);
  await page.keyboard.up("Control");
  await expect
    .poll(async () => (await visibleRange(page))[1] - (await visibleRange(page))[0])
    .toBeGreaterThan((dragged[1] - dragged[0]) * 1.5);
});

test("spans are found by name and by loaded attributes, and rows collapse by depth and service", async ({
  page,
}) => {
  const grid = await openTrace(page);
  const rowCount = await grid.getByRole("row").count();
  await page.getByRole("button", { name: "Collapse rows" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Roots only" }).click();
  await expect(grid.getByRole("row")).toHaveCount(1);
  const find = page.getByRole("searchbox", { name: "Search spans" });
  await find.fill("llm_request");
  await expect(page.getByText(/^\d+ match(?:es)?$/)).toBeVisible();
  await find.press("Enter");
  await expect(grid.getByRole("row", { selected: true })).toContainText("llm_request");
  const span = page.getByRole("complementary", { name: "Span" });
  await expect(span).toContainText("gen_ai.usage.prompt_tokens");
  await find.fill("gen_ai.usage.prompt_tokens");
  await expect(page.getByText("1 of 1 match")).toBeVisible();
  await expect(page).toHaveURL(/span=[0-9a-f]{16}/);
  await reloadInteractive(page);
  await expect(grid.getByRole("row", { selected: true })).toContainText("llm_request", { timeout: 30_000 });
  await find.fill("");
  await page.getByRole("button", { name: "Collapse rows" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Expand all" }).click();
  await expect(grid.getByRole("row")).toHaveCount(rowCount);
  await page.getByRole("button", { name: "Collapse rows" }).click();
  await page.getByRole("menuitemcheckbox", { name: /^Collapse .*gateway/ }).click();
  await expect(grid.getByRole("row")).toHaveCount(1);
  await expect(span.getByRole("link", { name: /^Signals at \d\d:\d\d:\d\d$/ })).toHaveAttribute(
    "href",
    /\/signals\?.*from=\d{13}&to=\d{13}&live=false/,
  );
});

test("a trace is exported as OTLP, Jaeger JSON and Chrome trace, and the exports can be opened", async ({
  page,
}) => {
  const grid = await openTrace(page);
  const rows = await grid.getByRole("row").count();
  await page.getByRole("button", { name: "Export" }).click();
  const save = async (name: string): Promise<string> => {
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name }).first().click();
    return (await coming).path();
  };
  const [otlp, jaeger, chrome] = [
    await save("OTLP JSON"),
    await save("Jaeger JSON"),
    await save("Chrome trace"),
  ];
  await expect(page.getByRole("link", { name: "ui.perfetto.dev" })).toHaveAttribute(
    "rel",
    "noopener noreferrer",
  );
  const { traceEvents } = JSON.parse(readFileSync(chrome, "utf8")) as { traceEvents: { ph: string }[] };
  expect(traceEvents.filter(({ ph }) => ph === "X").length).toBeGreaterThan(3);
  for (const [format, path] of [
    ["OTLP JSON", otlp],
    ["Jaeger JSON", jaeger],
  ] as const) {
    await openTraceList(page);
    const file = { name: "exported.json", mimeType: "application/json", buffer: readFileSync(path) };
    const input = page.getByLabel("Trace file", { exact: true });
    await input.setInputFiles(file);
    await expect(page.getByText(`exported.json, ${format}, 1 trace.`)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("treegrid", { name: "Spans" }).getByRole("row")).toHaveCount(rows);
  }
});

test("the trace list requests no trace before one is opened, and then requests it once", async ({ page }) => {
  const requestedUrls: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/v1\/traces\/[0-9a-f]{32}\?/.test(request.url())) requestedUrls.push(request.url());
  });
  await openInteractive(page, "/traces?d=chat-70b&from=now-2m");
  const link = page.getByRole("link", { name: /^Trace [0-9a-f]{32}$/ }).first();
  const href = (await link.getAttribute("href", { timeout: 60_000 })) ?? "";
  await link.hover();
  expect(requestedUrls).toEqual([]);
  await page.goto(href);
  await expect(page.getByRole("treegrid", { name: "Spans" })).toBeVisible({ timeout: 30_000 });
  expect(requestedUrls).toHaveLength(1);
});

async function openWide(page: Page, spans: number): Promise<void> {
  await openTraceList(page);
  const input = page.getByLabel("Trace file", { exact: true });
  await input.setInputFiles({
    name: "wide.json",
    mimeType: "application/json",
    buffer: Buffer.from(wideTrace(spans)),
  });
  await expect(page.getByRole("treegrid", { name: "Spans" })).toBeVisible({ timeout: 60_000 });
}

test("a trace of 50,000 spans scrolls to its end with few elements", async ({ page }) => {
  test.slow();
  await openWide(page, 50_000);
  const grid = page.getByRole("treegrid", { name: "Spans" });
  expect(Number(await grid.getAttribute("aria-rowcount"))).toBeGreaterThanOrEqual(50_000);
  await grid.focus();
  await page.keyboard.press("End");
  await expect(grid.getByRole("row", { selected: true })).toHaveAttribute(
    "aria-rowindex",
    (await grid.getAttribute("aria-rowcount")) ?? "",
  );
  expect(await page.locator("*").count()).toBeLessThan(3_000);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await expect(grid.getByRole("row")).toHaveCount(1);
});

test("a trace above 50,000 spans is limited, and the number of hidden spans is shown", async ({ page }) => {
  test.slow();
  await openWide(page, 50_400);
  await expect(
    page.getByText(/^50,000 of 50,400 rows are shown: the critical path, .* Omitted: 400 rows, /),
  ).toBeVisible();
});

test.describe("with a source that sends too much", () => {
  test.afterEach(() => jaegerFaults.clear());

  test("a response of 100 MB is refused with an explanation", async ({ page, complaints }) => {
    complaints.expectComplaint(/status of 413/);
    await page.goto("/traces?d=chat-70b&from=now-2m");
    const link = page.getByRole("link", { name: /^Trace [0-9a-f]{32}$/ }).first();
    const href = (await link.getAttribute("href", { timeout: 60_000 })) ?? "";
    await jaegerFaults.set({ kind: "huge", bytes: 100_000_000 });
    await page.goto(href);
    await expect(page.getByRole("main").getByRole("alert")).toContainText(/larger than \d+ MiB/, {
      timeout: 30_000,
    });
  });
});
