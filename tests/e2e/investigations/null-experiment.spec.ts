/**
 * Experiments without an effect on screen: two equal instances, over a simulated history with the injected clock. A
 * quality score that falls makes such an experiment worse.
 */
import type { Page } from "@playwright/test";
import { expect, test } from "../../support/e2e/browser-test";
import { expectStoredDeployment } from "../../support/e2e/stored-deployment";
import { startEmptyApp, type EmptyApp } from "../../support/e2e/empty-app";
import { openInteractive } from "../../support/e2e/open-interactive";
import { simulateSegments } from "../../support/histories/segmented-history";
import { startPrometheus, type FrozenPrometheus } from "../../support/sources/prometheus";

const slug = "assist-8b";
const minuteMs = 60_000;
/** Start of the experiments. The history and its blocks are equal on each run of the test. */
const startMs = Date.UTC(2026, 9, 1, 12, 0);
const at = (minutes: number): number => startMs + minutes * minuteMs;

let prometheus: FrozenPrometheus;
let app: EmptyApp;

const clockAt = (minutes: number) => ({ RIDGEPOINT_TEST_CLOCK_OFFSET_MS: String(at(minutes) - Date.now()) });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  prometheus = await startPrometheus(
    simulateSegments(slug, [{ fromMs: at(-10), toMs: at(70), requestsPerSecond: 1 }]),
  );
  app = await startEmptyApp("null-experiment", { PROMETHEUS_URL: prometheus.url, ...clockAt(10) });
});
test.afterAll(async () => {
  await app.stop();
  await prometheus.stop();
});

async function post<T>(page: Page, path: string, body: object): Promise<T> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const response = await page.request.post(`${app.url}/api/v1/${path}`, { headers, data: body });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as T;
}

/** Opens an investigation whose experiments compare the two instances. Returns its path. */
async function openExperiments(page: Page, marginRatios: readonly number[]): Promise<string> {
  await expectStoredDeployment(page, app.url, slug);
  const body = { title: "First tokens are slow", deployments: [slug] };
  const { investigation } = await post<{ readonly investigation: { readonly number: number } }>(
    page,
    "investigations",
    body,
  );
  const path = `investigations/INV-${investigation.number}`;
  const arm = (role: string, name: string, instance: number) => ({
    role,
    name,
    deployment: slug,
    selector: { label: "instance", value: `${slug}-${instance}:8000` },
    windows: [{ startMs, endMs: null }],
  });
  for (const marginRatio of marginRatios)
    await post(page, `${path}/experiments`, {
      kind: "ab",
      factor: { path: "tokenizer.mode", from: "fast", to: "faster" },
      arms: [arm("reference", "Old", 0), arm("changed", "New", 1)],
      measures: { primary: { signal: "ttft", statistic: "mean" }, marginRatio, plannedBlocks: 120 },
      rollbackPlan: "Set the mode back to fast.",
    });
  return path;
}

const item = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const verdict = (page: Page, name: string) =>
  item(page, name)
    .getByRole("region", { name: `Result of ${name}` })
    .getByRole("status");

/** Delays the results until the returned function is called. */
async function holdResults(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/experiments\/[^/]+\/result/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("an experiment without an effect ends as the same, or states how many blocks are missing", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const path = await openExperiments(page, [0.2, 0.1]);
  await openInteractive(page, `${app.url}/${path}?step=optimise`);
  for (const name of ["X1", "X2"]) {
    await item(page, name)
      .getByRole("button", { name: `Start ${name}` })
      .click();
    await expect(verdict(page, name)).toContainText(
      "Cannot tell: the first interim analysis needs 20 complete blocks in each arm",
    );
  }

  await page.goto("about:blank");
  app = await app.restart(clockAt(45));
  const release = await holdResults(page);
  await openInteractive(page, `${app.url}/${path}?step=optimise`);
  const end = item(page, "X1").getByRole("button", { name: "End X1" });
  await expect(item(page, "X1")).toContainText("Measuring the arms");
  const before = await end.boundingBox();
  release();
  await expect(verdict(page, "X1")).toContainText(
    /^Same: Mean TTFT differs by less than 20.%: .*, \d+ blocks per arm\.$/u,
  );
  await expect(verdict(page, "X2")).toContainText(
    /^Cannot tell: Mean TTFT is .*, \d+ blocks per arm\. About [\d,]+ more blocks per arm would lead to a verdict\.$/u,
  );
  expect(await end.boundingBox(), "a result moves the buttons of its experiment").toEqual(before);

  await item(page, "X2").getByRole("button", { name: "End X2" }).click();
  await expect(item(page, "X2").getByRole("button", { name: "Decide on X2" })).toBeVisible();
  await expect(verdict(page, "X2")).toContainText(
    /^Cannot tell: .* more blocks per arm would lead to a verdict\.$/u,
  );
  await expect(page.getByRole("region", { name: "Experiments" })).not.toContainText("Better");
});

test("a person enters quality scores, and the experiment is worse when a score fell", async ({ page }) => {
  const path = await openExperiments(page, [0.2]);
  await openInteractive(page, `${app.url}/${path}?step=optimise`);
  const form = page.getByRole("form", { name: "Add quality score to X1" });
  for (const [arm, score] of [
    ["Reference arm", "0.80"],
    ["Changed arm", "0.79"],
  ] as const) {
    await item(page, "X1").getByRole("button", { name: "Add quality score to X1" }).click();
    await form.getByLabel("Arm").selectOption(arm);
    await form.getByLabel("Quality test").fill("MMLU");
    await form.getByLabel("Score").fill(score);
    await form.getByRole("button", { name: "Add quality score" }).click();
    await expect(form).toHaveCount(0);
  }
  await item(page, "X1").getByRole("button", { name: "Start X1" }).click();
  await expect(verdict(page, "X1")).toContainText(/^Worse: the quality score MMLU fell\./u);
  await expect(item(page, "X1")).toContainText(/MMLU: 0\.80.* → 0\.79.*, fell by more than is accepted/u);
});
