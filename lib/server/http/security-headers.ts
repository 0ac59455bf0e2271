/** Headers of every response. Pages also get a policy with a nonce from the proxy. Data endpoints allow nothing. */

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
 * Headers of scripts, styles and fonts. The headers of pages are omitted, because they apply to documents only and would
 * be a tenth of the bytes that a page loads. A browser that opens such a file as a document can run, load or frame
 * nothing.
 */
export const assetHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  // The files contain no markup, so other directives would never apply.
  "content-security-policy": "default-src 'none'",
};

/** Strict-Transport-Security header for the public host: two years. Sent over TLS only. */
export const strictTransportSecurity = "max-age=63072000; includeSubDomains";

/**
 * Cache-Control header of every response except files: no cache stores it, because it may depend on the
 * caller.
 */
export const privateCacheControl = "private, no-store";

/** Content-Security-Policy of data responses: they cannot run, load or frame anything. */
export const dataContentSecurityPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Content-Security-Policy of uploaded files: opened as a document, they are isolated, without scripts and
 * forms.
 */
export const fileContentSecurityPolicy = `${dataContentSecurityPolicy}; sandbox`;

const filePath = /^\/api\/v1\/investigations\/[^/]+\/evidence\/[^/]+\/file$/;

/**
 * Returns the Content-Security-Policy of a response below /api. The proxy sends it, because its headers
 * replace those of endpoints.
 */
export function chooseDataContentSecurityPolicy(pathname: string): string {
  return filePath.test(pathname) ? fileContentSecurityPolicy : dataContentSecurityPolicy;
}

/**
 * Returns the Content-Security-Policy of a page whose scripts have `nonce`. Inline styles are allowed,
 * because charts and popups use style attributes. Development also allows eval and the reload socket.
 */
export function createPageContentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
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
