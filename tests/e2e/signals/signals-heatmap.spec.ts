/** Distributions and usual ranges of percentile panels on the real system. */
import { expect, test } from "@/tests/support/e2e/browser-test";
import { queryPromqlRange } from "@/tests/support/e2e/system";
import { openInteractive, reloadInteractive } from "@/tests/support/e2e/open-interactive";

interface SignalsBody {
  readonly panels: readonly {
    readonly key: string;
    readonly answer?: {
      readonly startMs: number;
      readonly stepMs: number;
      readonly pointCount: number;
      readonly rateWindowMs: number;
      readonly queries: readonly { readonly purpose: string; readonly promql: string }[];
      readonly distributions?: readonly {
        readonly edges: readonly (number | null)[];
        readonly counts: readonly (readonly (number | null)[])[];
      }[];
    };
  }[];
}

const title = "Time to first token, TTFT";

test("shows the distribution by button, moves between cells by keyboard, and returns with Enter", async ({
  page,
}) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m");
  const panel = page.getByRole("region", { name: title });
  const chart = panel.getByRole("application");
  await expect(chart).toHaveAttribute("aria-label", /Enter shows the distribution/, { timeout: 60_000 });
  await panel.hover();
  await panel.getByRole("button", { name: `${title} as a heatmap` }).click();
  await expect(page).toHaveURL(/heat=ttft/);
  await expect(chart).toHaveAttribute(
    "aria-label",
    /distribution\. Over .*\s% of the observations are in [\d.,–]+\ss/,
  );
  await reloadInteractive(page);
  await expect(chart).toHaveAttribute("aria-label", /distribution\. Over/, { timeout: 60_000 });
  await chart.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(panel.getByText(/^n\s=\s[\d,]+$/)).toBeVisible();
  await expect(panel.getByText(/^(?:[\d.,]+–[\d.,]+|≥\s[\d.,]+)\ss: [\d,]+, [<\d.]+\s%$/)).toBeVisible();
  // The cursor of another chart shows the values and the time of the heatmap.
  const values = panel.locator("[data-cursor=values]");
  await expect(values).toBeHidden();
  await page.getByRole("region", { name: "Time per output token, TPOT" }).getByRole("application").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(values).toHaveText(/^n\s=\s[\d,]+ · p50 in [\d.,–≥\s]+s · p95 in /);
  await expect(panel.locator("[data-cursor=time]")).toHaveText(/^\d\d:\d\d(?::\d\d)?$/);
  await chart.focus();
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/heat=/);
  await expect(chart).toHaveAttribute("aria-label", /p95 is/);
});

test("opens the distribution with Enter, moves between buckets, and returns with Enter", async ({ page }) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m");
  const panel = page.getByRole("region", { name: title });
  const chart = panel.getByRole("application");
  await expect(chart).toHaveAttribute("aria-label", /Enter shows the distribution/, { timeout: 60_000 });
  await chart.focus();
  await page.keyboard.press("Enter");
  await expect(chart).toHaveAttribute("aria-label", /distribution\. Over/, { timeout: 60_000 });
  await expect(chart).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await expect(panel.getByText(/^(?:[\d.,]+–[\d.,]+|≥\s[\d.,]+)\ss: [\d,]+, [<\d.]+\s%$/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/heat=/);
  await expect(chart).toHaveAttribute("aria-label", /p95 is/);
  await expect(chart).toBeFocused();
});

test("opens the distribution with Enter on the lines and keeps the table available", async ({ page }) => {
  await openInteractive(page, "/signals?d=chat-70b&from=now-5m");
  const panel = page.getByRole("region", { name: title });
  const chart = panel.getByRole("application");
  await expect(chart).toHaveAttribute("aria-label", /Enter shows the distribution/, { timeout: 60_000 });
  await chart.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/heat=ttft/);
  await panel.getByRole("button", { name: `${title} as a table` }).click();
  await expect(panel.getByRole("table")).toContainText("p95");
});

test("shows the values that PromQL returns for the percentiles' query", async ({ page }) => {
  const answered = page.waitForResponse(async (response) => {
    if (!response.url().includes("/api/v1/signals")) return false;
    const body = (await response.json()) as SignalsBody;
    return body.panels.some(({ key, answer }) => key === "ttft" && answer?.distributions !== undefined);
  });
  await page.goto("/signals?d=search-30b&from=now-5m&live=false&heat=ttft");
  const body = (await (await answered).json()) as SignalsBody;
  const answer = body.panels.find(({ key }) => key === "ttft")!.answer!;
  const series = answer.queries.filter(({ purpose }) => purpose === "series").map(({ promql }) => promql);
  expect(series.filter((promql) => promql.includes("_bucket"))).toHaveLength(1);
  const endMs = answer.startMs + (answer.pointCount - 1) * answer.stepMs;
  const truth = await queryPromqlRange(
    series.find((promql) => promql.includes("_bucket"))!,
    {
      startMs: answer.startMs,
      endMs,
      stepMs: answer.stepMs,
    },
  );
  const [distribution] = answer.distributions!;
  let compared = 0;
  for (const [row, edge] of distribution!.edges.entries()) {
    const one = truth.find(({ labels }) =>
      edge === null ? labels["le"] === "+Inf" : Number(labels["le"]) === edge,
    );
    const expected = new Map(
      one?.values.map(([seconds, value]) => [Math.round(seconds * 1_000), Number(value)]),
    );
    // The newest points are not final, because samples may still arrive.
    for (const [index, count] of distribution!.counts[row]!.slice(0, -15).entries()) {
      const rate = expected.get(answer.startMs + index * answer.stepMs);
      expect(count === null).toBe(rate === undefined);
      if (count === null || rate === undefined) continue;
      const increase = (rate * answer.rateWindowMs) / 1_000;
      expect(Math.abs(count - increase)).toBeLessThanOrEqual(increase * 1e-6 + 1e-9);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(100);
});

test("shows the learning progress of the usual range in panel and chart", async ({ page }) => {
  await page.goto("/signals?d=chat-70b&from=now-5m");
  const panel = page.getByRole("region", { name: title });
  await expect(panel).toContainText(/usual range: learning, \d+ of 24/i, { timeout: 60_000 });
  await expect(panel.getByRole("application")).toHaveAttribute("aria-label", /learning, \d+ of 24/);
});
