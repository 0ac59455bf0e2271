import type { Metadata } from "next";
import { connection } from "next/server";
import { SecurePage } from "@/app/(sign-in)/secure-page";
import { SetPasswordPage } from "@/components/sign-in/set-password-page";
import { safeReturnPath } from "@/lib/base/sign-in";

export const metadata: Metadata = { title: "New password" };

export default async function Page() {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  return (
    <SecurePage>
      <SetPasswordPage nextPath={safeReturnPath(undefined)} />
    </SecurePage>
  );
}
