/** The headers every answer carries. Pages get the policy with their nonce from the proxy; data doors allow nothing at all. */

export const securityHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()",
};

/**
 * What a script, style or font of the build carries. What else pages carry governs documents and is read from the page alone; a
 * page loads two dozen files, and the whole set on each is a tenth of their bytes. Opened by itself such a file is a document
 * in which nothing may run, load or frame.
 */
export const fileHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  // No markup lies there, so nothing else of a policy would ever apply.
  "content-security-policy": "default-src 'none'",
};

/** Two years, for the host under which people reach us; sent over TLS only, where it has a meaning. */
export const strictTransport = "max-age=63072000; includeSubDomains";

/** Nothing may run, load or frame in an answer that is only data. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of a page whose scripts carry `nonce`. Styles may be inline because charts and popups place themselves by
 * style attributes. Development alone allows eval, which React needs there to rebuild server stacks, and the reload socket.
 */
export function pagePolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
