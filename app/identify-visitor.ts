/** Identifies the caller who opens a page. */
import { headers } from "next/headers";
import { isAppError } from "@/lib/model/app-error";
import { identify, type Principal } from "@/lib/server/principal";

/** Returns the caller of the page. Undefined while PostgreSQL does not respond, so that the page can report this. */
export async function identifyVisitor(): Promise<Principal | undefined> {
  try {
    return await identify({ headers: await headers() });
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
