/**
 * Secures requests that the framework answers without the proxy: redirects to a normalised path, targets that are
 * not a path, and methods that an upload path does not support. Uploads bypass the proxy because it truncates large bodies.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { readEnvironment } from "@/lib/server/environment/env";
import { getProcessState } from "@/lib/server/process-state";
import { isAllowedHost } from "./request-guard";
import {
  dataContentSecurityPolicy,
  privateCacheControl,
  securityHeaders,
  strictTransportSecurity,
} from "./security-headers";

/** Path without a page, for which the framework responds 404. */
const noPage = "/no-such-page";

/** Path without an endpoint. It replaces a path that is not encoded UTF-8, to which the framework would respond 500. */
const noEndpoint = "/api/no-such-endpoint";

/** Paths of the endpoints that accept bodies over one mebibyte. `config` of `proxy.ts` lists them, too. */
export const uploadPaths: readonly string[] = [
  "/api/v1/traces/open",
  "/api/v1/baselines/import",
  "/api/v1/investigations/[number]/evidence/files",
];

function isUploadPath(path: string): boolean {
  const parts = path.split("/");
  return uploadPaths.some((uploadPath) => {
    const expected = uploadPath.split("/");
    return (
      expected.length === parts.length && expected.every((part, index) => isSamePart(part, parts[index]))
    );
  });
}

/** Returns whether a part of a path matches. An expected part in brackets is a parameter, which matches any text. */
function isSamePart(expected: string, part: string | undefined): boolean {
  return expected.startsWith("[") ? part !== "" : part === expected;
}

/**
 * Adds the security headers to requests that `proxy.ts` does not handle, and checks their host. Must be called once before
 * the first request.
 */
export function secureUnproxiedRequests(): void {
  const state = getProcessState("unproxied-requests", () => ({ isWatching: false }));
  if (state.isWatching) return;
  state.isWatching = true;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
    };
    secureRequest(request, response);
  });
}

/**
 * Sets the security headers of a response that may bypass the proxy. The path of a request with a host that is not
 * allowed is replaced by a path that the framework does not redirect, so that the proxy refuses the request.
 */
export function secureRequest(
  request: Pick<IncomingMessage, "url" | "headers">,
  response: Pick<ServerResponse, "setHeader">,
): void {
  request.url = toPath(request.url ?? "");
  const [path = ""] = request.url.split("?", 1);
  if (!isDecodable(path)) {
    request.url = path.startsWith("/api/") ? noEndpoint : noPage;
    return;
  }
  const isRedirected = isRedirectedPath(path);
  if (!isRedirected && !isUploadPath(path)) return;
  const { publicUrl } = readEnvironment();
  if (isRedirected && !isAllowedHost(request.headers.host ?? null, publicUrl)) request.url = noPage;
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  response.setHeader("content-security-policy", dataContentSecurityPolicy);
  response.setHeader("cache-control", privateCacheControl);
  if (publicUrl?.protocol === "https:")
    response.setHeader("strict-transport-security", strictTransportSecurity);
}

/** Returns the path and query of an absolute target such as `http://host/path`. */
function toPath(target: string): string {
  if (target.startsWith("/")) return target;
  if (!URL.canParse(target)) return noPage;
  const { pathname, search } = new URL(target);
  return pathname.startsWith("/") ? `${pathname}${search}` : noPage;
}

/** Returns whether the framework redirects `path` to a path without repeated and trailing slashes. */
function isRedirectedPath(path: string): boolean {
  return path !== "/" && (path.includes("//") || path.includes("\\") || path.endsWith("/"));
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
