/**
 * Decides whether a request is from this machine. Such requests need no sign-in while no person exists. A server that
 * listens on loopback only is still open to other machines if a proxy on this machine passes their requests on.
 */
import { readEnvironment } from "../environment/env";
import { isLoopback, listensOnLoopback } from "../environment/listen-address";
import type { ReadableHeaders } from "../http/request-guard";

/** Returns whether only this machine can reach the server: it listens on loopback, and no proxy is configured. */
export function isServerLocal(): boolean {
  const { hostname, publicUrl, isForwardingProxy } = readEnvironment();
  const isPublic = publicUrl !== undefined && !isLocalName(publicUrl.hostname);
  return listensOnLoopback(hostname) && isForwardingProxy === undefined && !isPublic;
}

/** Returns whether only this machine can have sent the request, directly or through a proxy. */
export function isSentFromThisMachine(headers: ReadableHeaders): boolean {
  return (
    isServerLocal() &&
    readList(headers, "x-forwarded-for").every(isLocalName) &&
    readList(headers, "x-real-ip").every(isLocalName) &&
    readList(headers, "x-forwarded-host").every((host) => isLocalName(host.replace(/:\d+$/, ""))) &&
    // The header is not parsed, because a request that was sent on this machine does not have it.
    headers.get("forwarded") === null
  );
}

/** The framework adds X-Forwarded headers with the address of the connection to each request. */
function readList(headers: ReadableHeaders, name: string): readonly string[] {
  const value = headers.get(name);
  return value === null ? [] : value.split(",").map((part) => part.trim());
}

function isLocalName(name: string): boolean {
  return isLoopback(name.replace(/^::ffff:(?=127\.)/i, "").replace(/^\[(.*)\]$/, "$1"));
}
