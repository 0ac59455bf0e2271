/** Sends visitors of a page to the sign-in page. Endpoints check every request themselves. */
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { requestPathHeader, safeReturnPath, signInPath } from "@/lib/base/sign-in";
import { isAppError } from "@/lib/model/app-error";
import { identify, type Principal } from "@/lib/server/principal";

/** Redirects a visitor to the sign-in page, which returns to this page. A wall display may open only kiosk mode. */
export async function requireSignIn({ isKiosk = false } = {}): Promise<void> {
  const requestHeaders = await headers();
  const caller = await identifyVisitor();
  if (caller === undefined || (caller.kind === "display" ? isKiosk : caller.role !== null)) return;
  redirect(signInPath(requestHeaders.get(requestPathHeader) ?? ""));
}

/** Redirects a person who is already signed in to the page `from`. A visitor of the demo may sign in as another person. */
export async function leaveSignIn(from: string | undefined): Promise<void> {
  const caller = await identifyVisitor();
  if (caller === undefined || caller.kind === "display" || caller.role === null) return;
  if (caller.isDemoVisitor === true) return;
  redirect(safeReturnPath(from));
}

/** Returns the caller of the page. Undefined while PostgreSQL does not respond, so that the page can report this. */
async function identifyVisitor(): Promise<Principal | undefined> {
  try {
    return await identify({ headers: await headers() });
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
