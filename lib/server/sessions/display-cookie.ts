/** The cookie of a wall display, which contains the token of its link. */
import type { ReadableHeaders } from "../http/request-guard";
import { createCookie, readCookie } from "./session-cookie";

const baseName = "ridgepoint-display";
/** Browsers keep cookies for at most 400 days. A display opens the link again after that. */
const cookieDays = 400;

/** Returns the token of a wall display from the cookies of a request. Undefined if there is none. */
export function readDisplayToken(headers: ReadableHeaders): string | undefined {
  return readCookie(headers, baseName);
}

/** Returns the Set-Cookie header that stores the token of a wall display. */
export function createDisplayCookie(headers: ReadableHeaders, token: string): string {
  return createCookie(headers, { baseName, value: token, lifetimeDays: cookieDays });
}
