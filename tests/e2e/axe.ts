/** What axe finds wrong on a page as it stands. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * Every rule on every element, each violation with the elements that have it. In the page itself and without the elements of
 * what passes: otherwise all of them go to an empty page of their own, where the answers of frames are joined. That was half
 * of the time, and no page here has a frame: our content security policy refuses them.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(standard)
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
