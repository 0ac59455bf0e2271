import type { Metadata } from "next";
import { connection } from "next/server";
import { SecurePage } from "@/app/(sign-in)/secure-page";
import { SetUpNotice } from "@/components/sign-in/set-up-notice";
import { SetupPage } from "@/components/sign-in/setup-page";
import { safeReturnPath } from "@/lib/base/sign-in";
import { isAppError } from "@/lib/model/app-error";
import { hasAnyPerson } from "@/lib/server/sessions/person-exists";

export const metadata: Metadata = { title: "Setup" };

/** While PostgreSQL does not respond, the form stays, and the server refuses a link that was used. */
async function hasPerson(): Promise<boolean> {
  try {
    return await hasAnyPerson();
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

export default async function Page() {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  if (await hasPerson()) return <SetUpNotice />;
  return (
    <SecurePage>
      <SetupPage nextPath={safeReturnPath(undefined)} isInvited={false} />
    </SecurePage>
  );
}
