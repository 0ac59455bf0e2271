/**
 * Rejects impossible paths below a page's pattern. The framework starts the response before such a page can reject
 * the path, so its status would be 200.
 */

const patterns = [
  {
    below: /^\/traces\/[^/]+\/?$/,
    page: /^\/traces\/(?:[0-9a-f]{16,32}|operations|breakdown|slow|compare|flow)\/?$/,
  },
] as const;

/** Returns false for a path that matches a page's pattern but cannot be a page. */
export function canBePagePath(pathname: string): boolean {
  return patterns.every(({ below, page }) => !below.test(pathname) || page.test(pathname));
}

/** Path of the page to which a public link leads that is unknown, expired or revoked. Its status is 404. */
export const endedReportLinkPath = "/shared-report";
