import { readFile } from "node:fs/promises";
import type { Locator, Page, Response } from "@playwright/test";
import { expect, test } from "../../support/e2e/browser-test";
import { openInteractive, reloadInteractive } from "@/tests/support/e2e/open-interactive";

interface Answered {
  readonly startMs: number;
  readonly stepMs: number;
  readonly series: readonly {
    readonly signal: string;
    readonly statistic: string;
    readonly values: readonly (number | null)[];
  }[];
}
interface SignalsBody {
  readonly panels: readonly { readonly key: string; readonly state: string; readonly answer?: Answered }[];
}

const pageUrl = "/signals/correlate?d=chat-70b&from=now-5m";
const relationOf = (page: Page): Locator => page.getByRole("region", { name: "Correlation", exact: true });
const figureOf = (page: Page, title = "TTFT p95 vs. requests"): Locator =>
  page.getByRole("region", { name: title });

/** Opens the page and waits until there is enough history. */
async function openCorrelation(page: Page, query = ""): Promise<void> {
  await page.goto(`${pageUrl}${query}`);
  await expect(relationOf(page)).toContainText("Effective n", { timeout: 60_000 });
}

/** Spearman's coefficient by definition: Pearson's coefficient of mid-ranks. */
function spearman(pairs: readonly (readonly [number, number])[]): number {
  const ranks = (values: readonly number[]): number[] =>
    values.map(
      (value) =>
        values.filter((other) => other < value).length +
        (values.filter((other) => other === value).length - 1) / 2,
    );
  const [xs, ys] = [ranks(pairs.map(([x]) => x)), ranks(pairs.map(([, y]) => y))];
  const mean = (pairs.length - 1) / 2;
  const sum = (of: (index: number) => number): number =>
    pairs.reduce((total, _, index) => total + of(index), 0);
  const [dx, dy] = [(index: number) => xs[index]! - mean, (index: number) => ys[index]! - mean];
  return sum((i) => dx(i) * dy(i)) / Math.sqrt(sum((i) => dx(i) ** 2) * sum((i) => dy(i) ** 2));
}

/** Collects the answers by panel. A panel that was pending in one response is answered in a later one. */
function collectAnswers(page: Page): ReadonlyMap<string, Answered> {
  const answers = new Map<string, Answered>();
  const collect = async (response: Response): Promise<void> => {
    const { panels } = (await response.json()) as SignalsBody;
    for (const { key, state, answer } of panels)
      if (state === "answered" && answer !== undefined) answers.set(key, answer);
  };
  page.on("response", (response) => {
    if (response.url().endsWith("/api/v1/signals")) void collect(response);
  });
  return answers;
}

test("shows strength and n of the values that the page received", async ({ page }) => {
  await openCorrelation(page);
  // A pending response would be lost with the page before it is read.
  await page.goto("about:blank");
  const answers = collectAnswers(page);
  await page.goto(`${pageUrl}&live=false`);
  await expect.poll(() => answers.size, { timeout: 60_000 }).toBe(2);
  const [x, y] = ["x requests", "y ttft"].map((key) => answers.get(key));
  const rate = x!.series[0]!.values;
  const p95 = y!.series.find(({ statistic }) => statistic === "p95")!.values;
  const pairs = rate.flatMap((value, index): [number, number][] => {
    const timeMs = x!.startMs + index * x!.stepMs;
    const p95Value = p95[Math.round((timeMs - y!.startMs) / y!.stepMs)];
    return value === null || p95Value === null || p95Value === undefined ? [] : [[value, p95Value]];
  });
  const facts = relationOf(page).locator("dl");
  await expect(facts).toContainText(`Pairs, n${pairs.length}`);
  await expect(relationOf(page)).toContainText("The words for strength are a convention");
  await expect(facts).toContainText(`Spearman${spearman(pairs).toFixed(2).replace("-", "−")}`);
  await expect(figureOf(page).locator("figure circle")).toHaveCount(pairs.length);
});

/** Known truth: 4 req/s and TTFT 0.2 s, and 8 req/s and 7 s in the middle third of the window, each ±10 %. */
const truths = [
  ["requests", [4, 8], 8],
  ["ttft", [0.2, 7], 13],
] as const;

/** Returns the answer with the values of the truth at every point of its grid. */
function withTruth(answer: Answered): Answered {
  const series = answer.series.map((one) => {
    const [, levels, factor] = truths.find(([signal]) => signal === one.signal)!;
    const values = one.values.map((_, index) => {
      const isIncident = Math.floor((index * 3) / one.values.length) === 1;
      return levels[isIncident ? 1 : 0] * (0.9 + ((index * factor) % 21) / 105);
    });
    return { ...one, values };
  });
  return { ...answer, series };
}

test("shows the two groups of a healthy period and an incident, and the queries of both signals", async ({
  page,
}) => {
  await page.route("**/api/v1/signals", async (route) => {
    const response = await route.fetch();
    const { panels, ...rest } = (await response.json()) as SignalsBody;
    const changed = panels.map((panel) =>
      panel.answer === undefined ? panel : { ...panel, answer: withTruth(panel.answer) },
    );
    await route.fulfill({ response, json: { ...rest, panels: changed } });
  });
  await openCorrelation(page, "&live=false");
  const [relation, figure] = [relationOf(page), figureOf(page)];
  await expect(relation).toContainText("TTFT p95 and requests fall into two groups:");
  await expect(relation.locator("dl")).toContainText(/Group 2, times\w{3} \d/);
  await expect(relation.locator("dl")).toContainText("Spearman, all points");
  await expect(relation).toContainText("Coefficients of all points mix the difference between the groups");
  await expect(figure.getByText("TTFT p95, s, log scale")).toBeVisible();
  await expect(figure.getByText("requests, req/s", { exact: true })).toBeVisible();
  const [first, second] = [figure.locator("figure circle"), figure.locator("figure path[data-group='2']")];
  // The legend has one mark of each group.
  const secondCount = (await second.count()) - 1;
  await expect(figure.getByText(`Group 2, ${secondCount} points`)).toBeVisible();
  expect((await first.count()) - 1).toBeGreaterThan(secondCount);
  await figure.getByRole("button", { name: "Show as table" }).click();
  await expect(figure.getByRole("cell", { name: "2", exact: true })).toHaveCount(secondCount);
  const definitions = page.getByRole("list", { name: "Definitions and queries" });
  await definitions.getByRole("button", { name: "Queries of Requests" }).click();
  await expect(page.getByRole("dialog")).toContainText("rate(vllm:");
});

test("keeps the pair in the link for presets, menus and swap", async ({ page }) => {
  await openCorrelation(page);
  await page.getByRole("button", { name: "TPOT vs. KV cache" }).click();
  await expect(page).toHaveURL(/x=kv-usage&y=tpot/);
  await expect(figureOf(page, "TPOT p95 vs. KV cache")).toBeVisible();
  await page.getByRole("button", { name: "Swap X and Y axis" }).click();
  await expect(page).toHaveURL(/x=tpot&y=kv-usage/);
  await page.getByRole("combobox", { name: "Y axis" }).selectOption("output-tokens");
  await expect(page).toHaveURL(/y=output-tokens/);
  await reloadInteractive(page);
  await expect(page.getByRole("combobox", { name: "Y axis" })).toHaveValue("output-tokens");
  await expect(figureOf(page, "output vs. TPOT p95")).toBeVisible();
  await page.getByRole("link", { name: "Time series" }).click();
  await expect(page.getByRole("region", { name: "Time to first token, TTFT" })).toBeVisible();
});

test("explains why a signal is missing instead of showing a chart", async ({ page }) => {
  await page.goto(`${pageUrl}&x=requests&y=kv-transfer-time`);
  await expect(page.getByText("KV cache transfer has no values in this window.")).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText(/NIXL connector/)).toBeVisible();
});

test("shows the pairs as a table and downloads them", async ({ page }) => {
  await openCorrelation(page, "&live=false");
  const figure = figureOf(page);
  await figure.getByRole("button", { name: "Show as table" }).click();
  const pairs = figure.getByRole("table").locator("tbody tr");
  await expect(pairs.first()).toBeVisible();
  const countCompleteRows = async (): Promise<number> => {
    const download = page.waitForEvent("download");
    await figure.getByRole("button", { name: "Download CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^chat-70b-ttft-p95-vs-requests-\d{4}-\d\d-\d\dT\d{4}Z\.csv$/);
    const [head, ...rows] = (await readFile(await file.path(), "utf8")).split("\r\n");
    expect(head).toBe("time,requests (req/s),TTFT p95 (s)");
    return rows.filter((row) => /^[^,]+,[^,]+,[^,]+$/.test(row)).length;
  };
  // A side that was pending is replaced by a newer answer, between the download and the count.
  await expect.poll(async () => (await countCompleteRows()) - (await pairs.count())).toBe(0);
});

/** Returns size and number of different colours of a PNG. */
async function inspectPng(page: Page, click: Locator) {
  const download = page.waitForEvent("download");
  await click.click();
  const file = await download;
  const bytes = [...(await readFile(await file.path()))];
  const stats = await page.evaluate(async (content) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(content)], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d", {
      willReadFrequently: true,
    })!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const colours = new Set<number>();
    let inked = 0;
    for (let at = 0; at < data.length; at += 4) {
      const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
      colours.add(colour);
      if (colour !== ((data[0]! << 16) | (data[1]! << 8) | data[2]!)) inked += 1;
    }
    return { width: image.width, height: image.height, colours: colours.size, inked };
  }, bytes);
  return { name: file.suggestedFilename(), ...stats };
}

test("exports charts of every kind as images with content", async ({ page }) => {
  await openCorrelation(page, "&live=false");
  // The chart is drawn after its values are loaded, with separate code.
  await expect(figureOf(page).locator("svg.recharts-surface").first()).toBeVisible({ timeout: 30_000 });
  const scatter = await inspectPng(page, figureOf(page).getByRole("button", { name: "Download PNG" }));
  expect(scatter.name).toMatch(/^chat-70b-ttft-p95-vs-requests-\d{4}-\d\d-\d\dT\d{4}Z\.png$/);
  expect(scatter.colours).toBeGreaterThan(20);
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m");
  for (const title of ["Time to first token, TTFT", "Request time by phase"]) {
    const panel = page.getByRole("region", { name: title });
    await expect(panel.locator("canvas, figure svg").first()).toBeVisible({ timeout: 30_000 });
    await panel.hover();
    const picture = await inspectPng(page, panel.getByRole("button", { name: `${title} as PNG` }));
    expect(picture.width).toBeGreaterThan(700);
    expect(picture.height).toBeGreaterThan(400);
    expect(picture.colours).toBeGreaterThan(20);
    expect(picture.inked).toBeGreaterThan(5_000);
  }
});

test("links latency panels to the slowest traces of their window", async ({ page }) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m");
  const panel = page.getByRole("region", { name: "End to end, E2E" });
  await expect(panel.locator("canvas")).toBeVisible({ timeout: 30_000 });
  await panel.hover();
  await panel.getByRole("link", { name: "Traces in this window by End to end, E2E" }).click();
  await expect(page).toHaveURL(/\/traces\?d=chat-70b&from=now-5m&tab=slowest/);
});

test("opens the traces of the rate window at the cursor with Shift+Enter and with a click", async ({
  page,
}) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m&live=false");
  const chart = page.getByRole("region", { name: "End to end, E2E" }).getByRole("application");
  await expect(chart.locator("canvas")).toBeVisible({ timeout: 30_000 });
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+Enter");
  await expect(page).toHaveURL(/\/traces\?d=chat-70b&from=\d{13}&to=\d{13}&tab=slowest/);
  const { searchParams } = new URL(page.url());
  const lengthMs = Number(searchParams.get("to")) - Number(searchParams.get("from"));
  expect(lengthMs).toBeGreaterThanOrEqual(60_000);
  expect(lengthMs).toBeLessThan(300_000);

  await page.goBack();
  await expect(chart.locator("canvas")).toBeVisible({ timeout: 30_000 });
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 30);
  await expect(page.getByText("Click: traces of this moment.")).toBeVisible();
  await page.mouse.click(box.x + box.width / 2, box.y + 30);
  await expect(page).toHaveURL(/\/traces\?d=chat-70b&from=\d{13}&to=\d{13}&tab=slowest/);
});

test("shows the engine's definition with formula and scope", async ({ page }) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m");
  const panel = page.getByRole("region", { name: "Time per output token, TPOT" });
  await expect(panel).toContainText("by vLLM", { timeout: 30_000 });
  await panel.hover();
  await panel.getByRole("button", { name: "Definition of Time per output token, TPOT" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("mean = Σ rate(vllm:request_decode_time_seconds_sum)");
  await expect(dialog).toContainText("Entire deployment: buckets of all instances are added before");
});

test("shows finish reasons separately with their rates", async ({ page }) => {
  await page.goto("/signals?d=chat-70b&from=now-5m");
  const panel = page.getByRole("region", { name: "Finish reasons" });
  await panel.scrollIntoViewIfNeeded();
  await expect(panel).toContainText(/by finished_reason, last 5\smin.*: .*(?:stop|length) [\d.]+/, {
    timeout: 30_000,
  });
});

test("refuses to correlate a signal with itself, and draws the chart after a change", async ({ page }) => {
  await openInteractive(page, `${pageUrl}&x=ttft&y=ttft`);
  await expect(page.getByRole("main")).toContainText("cannot be correlated with itself");
  await expect(relationOf(page)).toHaveCount(0);
  await page.getByRole("combobox", { name: "X axis" }).selectOption("requests");
  await expect(figureOf(page)).toBeVisible({ timeout: 60_000 });
});
