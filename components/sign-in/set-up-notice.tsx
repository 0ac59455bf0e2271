import Link from "next/link";
import { SignInNotice } from "./sign-in-notice";

/** Replaces the setup form after the first admin was added, because the setup link can be used once. */
export function SetUpNotice() {
  return (
    <SignInNotice title="Ridgepoint is already set up">
      The first admin was added.{" "}
      <Link href="/sign-in" className="underline">
        Sign in
      </Link>
      , or ask an admin for an invitation.
    </SignInNotice>
  );
}
