/** Sends visitors of a page to the sign-in page. Endpoints check every request themselves. */
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { requestPathHeader, safeReturnPath, signInPath } from "@/lib/base/sign-in";
import { identifyVisitor } from "./identify-visitor";

/** Redirects a visitor to the sign-in page, which returns to this page. A wall display may open only kiosk mode. */
export async function requireSignIn({ isKiosk = false } = {}): Promise<void> {
  const requestHeaders = await headers();
  const caller = await identifyVisitor();
  if (caller === undefined || (caller.kind === "display" ? isKiosk : caller.role !== null)) return;
  redirect(signInPath(requestHeaders.get(requestPathHeader) ?? ""));
}

/** Redirects a person who is already signed in to the page `from`. A visitor of the demo may sign in as another person. */
export async function redirectIfSignedIn(from: string | undefined): Promise<void> {
  const caller = await identifyVisitor();
  if (caller === undefined || caller.kind === "display" || caller.role === null) return;
  if (caller.isDemoVisitor === true) return;
  redirect(safeReturnPath(from));
}
