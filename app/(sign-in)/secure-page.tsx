/** Pages that request a password. */
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { SignInNotice } from "@/components/sign-in/sign-in-notice";
import { findConnectionRefusal } from "@/lib/services/people/secure-connection";

/** Shows the form only to a browser with a secure connection, because it would send the password in clear text. */
export async function SecurePage({ children }: { readonly children: ReactNode }) {
  const refusal = findConnectionRefusal(await headers());
  if (refusal === null) return children;
  return (
    <SignInNotice title={refusal.title}>
      Others on the network could read the password. {refusal.next}
    </SignInNotice>
  );
}
