/** Runs axe on the current page. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { markTextSamples, textSampleAttribute } from "./text-samples";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const contrast = "color-contrast";

/**
 * Reports only violations and runs in the page, because axe would otherwise join the results of frames on a separate
 * page, which takes about half of the time. The content security policy forbids frames.
 */
const createBuilder = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();

async function analyze(builder: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/**
 * Checks the contrast of every text style on its background and returns each violation with its elements. Equal rows
 * of a table have equal styles, and axe needs up to 10 ms per element, so it checks samples of each style.
 */
export async function findContrastViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(markTextSamples, textSampleAttribute);
  return analyze(createBuilder(page).include(`[${textSampleAttribute}]`).withRules([contrast]));
}

/** Checks every rule and returns each violation with its elements. */
export async function findAccessibilityViolations(page: Page): Promise<readonly string[]> {
  const ofStructure = await analyze(createBuilder(page).withTags(standard).disableRules([contrast]));
  return [...ofStructure, ...(await findContrastViolations(page))];
}
