/**
 * Addresses below a page's pattern that no page can be at. The framework begins its answer before such a page can say so, and it
 * would go out as a success.
 */

const patterns = [{ below: /^\/traces\/[^/]+\/?$/, page: /^\/traces\/[0-9a-f]{16,32}\/?$/ }] as const;

/** False for an address that looks like a page's and cannot be one. */
export function canBePage(pathname: string): boolean {
  return patterns.every(({ below, page }) => !below.test(pathname) || page.test(pathname));
}
