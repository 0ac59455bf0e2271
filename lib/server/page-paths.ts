/**
 * Addresses below a page's pattern that no page can be at. The framework begins its answer before such a page can say so, and it
 * would go out as a success.
 */

/** Parts of the Traces room, beside the traces themselves. */
const parts = ["operations", "breakdown", "slow", "compare", "flow"] as const;

const patterns = [
  {
    below: /^\/traces\/[^/]+\/?$/,
    page: new RegExp(String.raw`^/traces/(?:[0-9a-f]{16,32}|${parts.join("|")})/?$`),
  },
] as const;

/** False for an address that looks like a page's and cannot be one. */
export function canBePage(pathname: string): boolean {
  return patterns.every(({ below, page }) => !below.test(pathname) || page.test(pathname));
}
