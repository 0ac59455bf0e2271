/** Runs axe on the current page. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * Checks every rule on every element and returns each violation with its elements. Runs in the page and without
 * details of passed rules, because axe would otherwise join the results of frames on a separate page, which takes
 * about half of the time. The content security policy forbids frames.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(standard)
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
