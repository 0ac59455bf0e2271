/** Walks of a team through an investigation: from a chart to the cause, by keyboard, and with a fault of this minute. */
import type { Locator, Page } from "@playwright/test";
import { baselineSchemaVersion } from "@/lib/model/baseline/baseline-document";
import { measureFixture, vllmEdges } from "@/lib/analysis/comparisons/fixtures";
import { expect, test } from "@/tests/support/e2e/browser-test";
import {
  expectAccessible,
  expectOriginPage,
  keepAnswerAsEvidence,
  openInvestigationFromPage,
  postFromPage,
} from "@/tests/support/e2e/evidence";
import { openInteractive } from "@/tests/support/e2e/open-interactive";
import { chooseModel } from "@/tests/support/e2e/roofline-model";
import { simulatorUrl } from "@/tests/support/e2e/system";

const slug = "chat-70b";
const cause = "The KV cache of chat-70b is too small, so requests wait for blocks.";

const stepForm = (page: Page): Locator => page.getByRole("form", { name: /^Step: / });
const stepTitle = (page: Page, title: string): Locator => page.getByRole("heading", { name: title });
const timeline = (page: Page): Locator => page.getByRole("list", { name: "Timeline entries" });
const collected = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: "Collected data" }).getByRole("region", { name, exact: true });

async function importBaseline(page: Page, name: string): Promise<void> {
  await postFromPage(page, `baselines/import?name=${encodeURIComponent(name)}`, {
    schemaVersion: baselineSchemaVersion,
    instanceRange: null,
    historySpreads: [],
    ...measureFixture({ edges: vllmEdges }),
    deployment: { slug, title: slug, model: "m", engine: "vllm", engineVersion: null },
    provenance: {
      author: "test",
      capturedAtMs: Date.now(),
      productVersion: "1.0.0",
      source: "prometheus",
      sourceVersion: null,
      scrapeIntervalMs: 15_000,
      stepMs: 60_000,
      sampling: "Simulated.",
      queries: ["up"],
    },
  });
}

/** Fills the fields of a step, saves, and finishes it. */
async function finishStep(
  page: Page,
  number: number,
  answers: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, text] of Object.entries(answers))
    await stepForm(page).getByLabel(label, { exact: true }).fill(text);
  await stepForm(page).getByRole("button", { name: "Save" }).click();
  await expect(timeline(page)).toContainText(`edited step ${number}`);
  await page.getByRole("button", { name: `Finish and go on to step ${number + 1}` }).click();
  await page.getByRole("button", { name: /^Finish step \d without/ }).click();
}

async function keepTtftChart(page: Page, title: string): Promise<void> {
  await openInteractive(page, `/signals?d=${slug}&from=now-15m`);
  const ttft = page.getByRole("region", { name: "Time to first token, TTFT" });
  await expect(ttft).toContainText(/p95 [\d.]+/, { timeout: 60_000 });
  await ttft.getByRole("button", { name: "Actions of Time to first token, TTFT" }).tap();
  await ttft.getByRole("button", { name: "Keep Time to first token, TTFT as evidence" }).tap();
  await openInvestigationFromPage(page, title);
}

async function chooseGoalAndBaseline(page: Page, baseline: string): Promise<void> {
  const section = page.getByRole("region", { name: "Goal and baseline" });
  await section.getByRole("button", { name: "Set" }).click();
  const form = section.getByRole("form", { name: "Goal and baseline" });
  await form.getByLabel("Target").selectOption("at-most");
  await form.getByLabel("Amount, s").fill("0.5");
  await form.getByLabel("Baseline").selectOption({ label: baseline });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(section.getByRole("link", { name: baseline })).toBeVisible();
}

async function addHypothesis(page: Page, statement: string): Promise<void> {
  await page.getByRole("button", { name: "Add hypothesis" }).click();
  const form = page.getByRole("form", { name: "Add hypothesis" });
  await form.getByLabel("Statement").fill(statement);
  await form.getByRole("button", { name: "Add hypothesis" }).click();
  await expect(form).toHaveCount(0);
}

/** Links evidence to the only hypothesis. */
async function linkEvidence(page: Page, evidence: string, direction: string): Promise<void> {
  const item = page.getByRole("listitem", { name: evidence, exact: true });
  await item.getByRole("button", { name: `Link ${evidence}` }).click();
  const form = item.getByRole("form", { name: `Link ${evidence}` });
  await form.getByLabel("Direction").selectOption(direction);
  await form.getByRole("button", { name: "Save link" }).click();
  await expect(item).toContainText(new RegExp(`moderate ${direction} H1`));
}

/** A phone shows the record without horizontal scrolling, and takes a comment. */
async function expectReadableOnPhones(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("listitem", { name: "H1" })).toContainText(cause);
  const comment = page.getByLabel("Comment", { exact: true });
  await page.locator("h1").evaluate((heading) => heading.scrollIntoView());
  await expect(comment).not.toBeInViewport();
  await page.getByRole("link", { name: "Comments and timeline" }).tap();
  await expect(comment).toBeInViewport();
  await comment.fill("Confirmed from my phone.");
  await page.getByRole("button", { name: "Comment", exact: true }).tap();
  await expect(timeline(page)).toContainText("Confirmed from my phone.");
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const elements = [...document.querySelectorAll("body *")]
      .filter((one) => one.getBoundingClientRect().right > clientWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
    return [`${scrollWidth} of ${clientWidth} pixels`, ...elements];
  });
  expect(tooWide, "elements wider than the screen").toEqual([]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 1000 });
}

/** Paper shows the answers and the record, and no control. */
async function expectCleanPrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  const main = page.getByRole("main");
  await expect(main).toContainText("vllm bench serve with 64 long prompts");
  await expect(main.getByRole("listitem", { name: "H1" })).toContainText("E1 moderate");
  await expect(main).toContainText("Confirmed from my phone.");
  for (const role of ["textbox", "combobox", "checkbox"] as const)
    await expect(main.getByRole(role), role).toHaveCount(0);
  // The list of the steps is content, and a closed group states how many rows it has.
  const names = await main.locator("button").evaluateAll((buttons) =>
    buttons
      .filter((one) => one.checkVisibility() && one.closest("ol[aria-label='Steps']") === null)
      .filter((one) => !one.hasAttribute("aria-expanded") || one.hasAttribute("aria-haspopup"))
      .map((one) => one.ariaLabel ?? one.textContent),
  );
  expect(names).toEqual([]);
  await page.emulateMedia({ media: "screen" });
}

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  test("a team walks from a chart to the cause, with evidence for and against and a reproduction", async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const title = `Cause of slow first tokens ${crypto.randomUUID().slice(0, 8)}`;
    const baseline = `Before ${title}`;
    await importBaseline(page, baseline);
    await chooseModel(page);
    await keepTtftChart(page, title);
    await expectOriginPage(page, "chart", /^\/signals\?d=chat-70b&from=\d+&to=\d+/);
    const path = new URL(page.url()).pathname;

    await chooseGoalAndBaseline(page, baseline);
    const goal = collected(page, "Value of the goal's signal, chat-70b");
    await expect(goal.getByRole("row").nth(1)).toContainText(/\d/);
    await finishStep(page, 1, { "Present value of the goal's signal": "TTFT p95 is above 1 s." });

    await expect(stepTitle(page, "2. Identify symptoms and scope")).toBeVisible();
    const instances = collected(page, "Values by instance, chat-70b");
    await expect(instances.getByRole("row", { name: /chat-70b-[01]/ })).toHaveCount(2);
    await stepForm(page).getByLabel("Suspected layer").selectOption("compute");
    await finishStep(page, 2, { Symptom: "First tokens are slow.", "Affected traffic": "Both instances." });
    await finishStep(page, 3, { "Measured data": "Latency, queue, KV cache and traces." });

    await expect(stepTitle(page, "4. Analyse and form hypotheses")).toBeVisible();
    await addHypothesis(page, cause);
    await page.goto(`/traces/compare?d=${slug}&from=now-15m&slowQuantile=0.9&maxRequests=500`);
    await keepAnswerAsEvidence(page, title, "E2");
    await page.goto(`/roofline?d=${slug}&from=now-15m`);
    await keepAnswerAsEvidence(page, title, "E3");
    await openInteractive(page, path);
    for (const [evidence, direction] of [
      ["E1", "for"],
      ["E2", "for"],
      ["E3", "against"],
    ] as const)
      await linkEvidence(page, evidence, direction);
    await page.getByLabel("Status of H1").selectOption("supported");
    await finishStep(page, 4, { Analysis: "Requests wait while the KV cache is full." });

    await expect(stepTitle(page, "5. Isolate and reproduce")).toBeVisible();
    await finishStep(page, 5, {
      "Test case": "vllm bench serve with 64 long prompts",
      "Number of runs": "10",
      "Runs that show the symptom": "9",
    });
    await expect(page.getByRole("img", { name: /^Step 6 of 7/ })).toBeVisible();
    await expect(timeline(page)).toContainText("changed H1 from open to supported");
    await openInteractive(page, `${path}?step=reproduce`);
    await expectReadableOnPhones(page);
    await expectCleanPrint(page);
  });
});

/** Moves the focus with Tab until the element has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test("an investigation is opened, worked on and discussed by keyboard alone", async ({ page }) => {
  await openInteractive(page, "/investigations");
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await pressOn(page, dialog.getByRole("button", { name: "Yes, continue" }));
  await typeInto(page, dialog.getByLabel("Title"), "Worked on by keyboard");
  await pressOn(page, dialog.getByLabel(slug, { exact: true }), "Space");
  await pressOn(page, dialog.getByRole("button", { name: "Open", exact: true }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Worked on by keyboard");
  await page.keyboard.press("2");
  await expect(stepTitle(page, "2. Identify symptoms and scope")).toBeVisible();
  await typeInto(page, stepForm(page).getByLabel("Symptom", { exact: true }), "First tokens are slow.");
  await pressOn(page, stepForm(page).getByLabel("Suspected layer"), "s");
  await pressOn(page, stepForm(page).getByRole("button", { name: "Save" }));
  await expect(timeline(page)).toContainText("edited step 2");
  await pressOn(page, page.getByRole("button", { name: "Continue with step 2" }));
  await pressOn(page, page.getByRole("button", { name: "Continue from step 1 to step 2" }));
  await expect(page.getByRole("img", { name: /^Step 2 of 7/ })).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: "Add hypothesis" }));
  await expect(page.getByRole("form", { name: "Add hypothesis" }).getByLabel("Statement")).toBeFocused();
  await page.keyboard.type("The queue is long.");
  await page.keyboard.press("Enter");
  const first = page.getByRole("listitem", { name: "H1" });
  await expect(first).toContainText("The queue is long.");
  await pressOn(page, first.getByLabel("Status of H1"), "r");
  await expect(timeline(page)).toContainText("changed H1 from open to refuted");
  await typeInto(page, page.getByLabel("Comment", { exact: true }), "No queue in the metrics.");
  await pressOn(page, page.getByRole("button", { name: "Comment", exact: true }));
  await expect(timeline(page)).toContainText("No queue in the metrics.");
  await expect(stepForm(page).getByLabel("Suspected layer")).toHaveValue("serving");
});

const faultUrl = () => `${simulatorUrl()}/faults/search-30b/cpu-gpu-sync`;

test.afterEach(() => fetch(faultUrl(), { method: "DELETE" }));

test(
  "the collected data of a step show a fault of an instance within a minute",
  { tag: "@fleet" },
  async ({ page }) => {
    test.setTimeout(120_000);
    const { investigation } = (await postFromPage(page, "investigations", {
      title: "Slow tokens of search-30b",
      deployments: ["search-30b"],
      goal: { kind: "at-most", signal: "tpot", statistic: "mean", value: 0.02 },
      detectedAtMs: Date.now(),
    })) as { readonly investigation: { readonly number: number } };
    await openInteractive(page, `/investigations/INV-${investigation.number}?step=identify-symptoms`);
    const rows = collected(page, "Values by instance, search-30b").getByRole("row");
    const milliseconds = async (instance: string): Promise<number> => {
      const text = await rows.filter({ hasText: instance }).getByRole("cell").nth(0).textContent();
      return Number(/([\d.]+)\s*ms/u.exec(text ?? "")?.[1]);
    };
    await expect(rows.filter({ hasText: "search-30b-1" })).toContainText(/\d\s*ms/u, { timeout: 60_000 });
    const [healthy, affected] = [await milliseconds("search-30b-0"), await milliseconds("search-30b-1")];
    expect(affected).toBeGreaterThan(0);
    const set = await fetch(faultUrl(), {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ strength: 80, instance: "search-30b-1" }),
    });
    expect(set.status, await set.text()).toBe(200);
    await expect.poll(() => milliseconds("search-30b-1"), { timeout: 60_000 }).toBeGreaterThan(affected + 3);
    expect(await milliseconds("search-30b-0")).toBeLessThan(healthy + 3);
  },
);
