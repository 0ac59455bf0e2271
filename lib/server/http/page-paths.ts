/**
 * Checks paths of pages before the framework routes them. A page cannot reject its path itself, because its response has
 * already started with the status 200.
 */

const patterns = [
  {
    below: /^\/traces\/[^/]+\/?$/,
    page: /^\/traces\/(?:[0-9a-f]{16,32}|operations|breakdown|slow|compare|flow)\/?$/,
  },
] as const;

/**
 * Returns false for a path that the framework would route to a page that cannot exist, such as `/traces/x`, because x
 * is no trace id.
 */
export function canBePagePath(pathname: string): boolean {
  return patterns.every(({ below, page }) => !below.test(pathname) || page.test(pathname));
}

/** Path of the page for a public link that is unknown, expired or revoked. Its status is 404. */
export const endedReportLinkPath = "/shared-report";
