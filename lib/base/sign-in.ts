/** Paths and headers of sign-in that browser and server share, and the page to which a sign-in returns. */

/** Header of background requests, such as polls of a hidden page. They do not count as use of the session. */
export const backgroundHeader = "x-ridgepoint-background";

/** Header in which the proxy passes the path and query of a page, because layouts do not get them. */
export const requestPathHeader = "x-ridgepoint-path";

/** Path of the page on which the first admin sets up Ridgepoint. A link to the page can be used once. */
export const setupPath = "/setup";
/** Path of the page on which an invited person joins. A link to the page can be used once. */
export const joinPath = "/join";
/** Path of the page on which a person sets a new password. A link to the page can be used once. */
export const setPasswordPath = "/set-password";
/** Path of the page of a wall display. */
export const kioskPath = "/kiosk";
const signInPage = "/sign-in";
const firstPage = "/overview";

/** Returns the path of the sign-in page that returns to `path` afterwards, if that is a safe path. */
export function signInPath(path: string): string {
  return path === "" || path === firstPage ? signInPage : `${signInPage}?from=${encodeURIComponent(path)}`;
}

/**
 * Returns `path` if it is a page of Ridgepoint; the path of the first page if it is not. The path must begin with
 * exactly one slash and contain no backslash or control character, because a link through the sign-in page must not
 * lead to another site.
 */
export function safeReturnPath(path: string | null | undefined): string {
  // oxlint-disable-next-line no-control-regex -- browsers remove control characters from URLs
  if (!path || !/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(path) || path.length > 2_000) return firstPage;
  const base = "http://ridgepoint.invalid";
  if (!URL.canParse(path, base)) return firstPage;
  const { origin, pathname, search } = new URL(path, base);
  const isPage =
    origin === base &&
    !/^\/(?:\/|api\/|sign-in|setup|join|set-password|display$)/.test(pathname) &&
    pathname !== "/";
  return isPage ? pathname + search : firstPage;
}
