/**
 * Runs before every page and file: refuses foreign hosts, sets the script nonce of pages and the security headers of
 * every response. It is an additional check only. Endpoints and server components check requests themselves.
 */
import { NextResponse, type NextRequest } from "next/server";
import { requestPathHeader } from "@/lib/base/sign-in";
import { createMethodNotAllowedResponse } from "@/lib/server/http/not-found-endpoint";
import { canBePagePath, endedReportLinkPath } from "@/lib/server/http/page-paths";
import { isAllowedHost } from "@/lib/server/http/request-guard";
import { renamedTraceMethod } from "@/lib/server/http/trace-method";
import {
  dataContentSecurityPolicy,
  assetHeaders,
  chooseDataContentSecurityPolicy,
  createPageContentSecurityPolicy,
  privateCacheControl,
  securityHeaders,
  strictTransportSecurity,
} from "@/lib/server/http/security-headers";

/** Headers that would control the framework. */
const steering = ["x-middleware-subrequest", "x-middleware-subrequest-id", "next-resume"];

const pageMethods = { allow: "GET, HEAD" };

/** Build files. Other responses below this path are plain text. */
const filesBelow = "/_next/static/";

const icons: ReadonlySet<string> = new Set(["/favicon.ico", "/icon.svg"]);

/** Path without a page, for which the framework responds 404. */
const noPage = "/no-such-page";

export function proxy(request: NextRequest): Response {
  const publicUrl = readPublicUrl();
  if (!isAllowedHost(request.headers.get("host"), publicUrl))
    return refuse({ status: 403, text: "This host name is not allowed." }, undefined);
  if (steering.some((name) => request.headers.has(name)))
    return refuse({ status: 400, text: "This header is not accepted." }, publicUrl);
  const { pathname } = request.nextUrl;
  const isApi = pathname.startsWith("/api/");
  if (request.method === renamedTraceMethod && !isApi)
    return refuse({ status: 405, text: "TRACE is not taken.", headers: pageMethods }, publicUrl);
  // Data endpoints set their policy. This one covers the framework's responses below /api, such as 404.
  if (isApi) {
    const refusal = createMethodNotAllowedResponse(request.method, pathname);
    const passed = withPolicy(NextResponse.next(), chooseDataContentSecurityPolicy(pathname));
    passed.headers.set("cache-control", privateCacheControl);
    return harden(refusal ?? passed, publicUrl);
  }
  if (pathname.startsWith(filesBelow)) return harden(NextResponse.next(), publicUrl, assetHeaders);
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = createPageContentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  // The framework reads the nonce from the request's policy and adds it to its scripts.
  headers.set("content-security-policy", policy);
  headers.set("x-nonce", nonce);
  headers.set(requestPathHeader, pathname + request.nextUrl.search);
  const passing = { request: { headers } };
  const passed = canBePagePath(pathname)
    ? NextResponse.next({ ...passing, ...(pathname === endedReportLinkPath && { status: 404 }) })
    : NextResponse.rewrite(new URL(noPage, request.url), passing);
  const response = withPolicy(passed, policy);
  // Icons are files that every caller may store. The framework sets how long.
  if (!icons.has(pathname)) response.headers.set("cache-control", privateCacheControl);
  return harden(response, publicUrl);
}

function withPolicy(response: NextResponse, policy: string): NextResponse {
  response.headers.set("content-security-policy", policy);
  return response;
}

interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function refuse({ status, text, headers }: Refusal, publicUrl: URL | undefined): Response {
  const allHeaders = {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": privateCacheControl,
    "content-security-policy": dataContentSecurityPolicy,
    ...headers,
  };
  return harden(new NextResponse(`${text}\n`, { status, headers: allHeaders }), publicUrl);
}

function harden(
  response: Response,
  publicUrl: URL | undefined,
  headers: Readonly<Record<string, string>> = securityHeaders,
): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (publicUrl?.protocol === "https:")
    response.headers.set("strict-transport-security", strictTransportSecurity);
  return response;
}

/** Reads the variable directly, because the proxy needs no other part of the environment. */
function readPublicUrl(): URL | undefined {
  const text = process.env["RIDGEPOINT_URL"];
  return text === undefined || !URL.canParse(text) ? undefined : new URL(text);
}

/**
 * Paths that the proxy handles. Requests with a body bypass it on paths that accept large bodies, because the proxy
 * truncates them. The endpoints check and secure such requests. The framework reads this literal without running the
 * file.
 */
export const config = {
  matcher: [
    "/((?!api/v1/traces/open$|api/v1/baselines/import$|api/v1/investigations/[^/]+/evidence/files$).*)",
    {
      source: "/api/v1/(traces/open|baselines/import|investigations/[^/]+/evidence/files)",
      missing: [
        { type: "header", key: "content-length" },
        { type: "header", key: "transfer-encoding" },
      ],
    },
  ],
};
