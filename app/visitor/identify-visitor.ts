/** Identifies the caller who opens a page. */
import { headers } from "next/headers";
import { isAppError } from "@/lib/model/app-error";
import { createVisitor, identifyCaller, type Principal } from "@/lib/server/principal";

/**
 * Returns the caller of the page. Returns undefined in two cases, so that the page can show the reason: PostgreSQL does
 * not respond, or the sign-in proxy reports a person whom Ridgepoint does not know.
 */
export async function identifyVisitor(): Promise<Principal | undefined> {
  const request = { headers: await headers() };
  try {
    return await identifyCaller(request);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code === "sign-in-required" ? createVisitor(request) : undefined;
  }
}
