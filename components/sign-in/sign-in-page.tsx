"use client";

import { signIn } from "@/lib/client/session";
import { CredentialField, readField } from "@/components/shared/forms/credential-field";
import { CredentialsForm } from "./credentials-form";

interface SignInPageProps {
  /** Page that is opened after the sign-in. */
  readonly nextPath: string;
  /** False before the first admin was added. */
  readonly isSetUp: boolean;
}

/** Signs a person in with e-mail address and password. */
export function SignInPage({ nextPath, isSetUp }: SignInPageProps) {
  if (!isSetUp)
    return (
      <main className="mx-auto flex w-full max-w-[360px] flex-col gap-4 px-4 pt-24">
        <h1 className="text-lg font-semibold">Ridgepoint is not set up yet</h1>
        <p className="text-sm text-ink-2">
          Ridgepoint printed a setup link when it started. Open this link to add the first admin.
        </p>
      </main>
    );
  return (
    <CredentialsForm
      title="Sign in to Ridgepoint"
      submitLabel="Sign in"
      busyLabel="Signing in"
      nextPath={nextPath}
      send={(values) =>
        signIn({ email: readField(values, "email"), password: readField(values, "password") })
      }
    >
      <CredentialField name="email" label="E-mail address" type="email" autoComplete="username" />
      <CredentialField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        hint="An admin can make a link that sets a new password."
      />
    </CredentialsForm>
  );
}
