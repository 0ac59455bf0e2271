import type { Metadata } from "next";
import { connection } from "next/server";
import { SecurePage } from "@/app/(sign-in)/secure-page";
import { SetupPage } from "@/components/sign-in/setup-page";
import { safeReturnPath } from "@/lib/base/sign-in";

export const metadata: Metadata = { title: "Join" };

export default async function Page() {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  return (
    <SecurePage>
      <SetupPage nextPath={safeReturnPath(undefined)} isInvited />
    </SecurePage>
  );
}
