"use client";

import { setPassword } from "@/lib/client/session";
import { readField } from "@/components/shared/forms/credential-field";
import { CredentialsForm, NewPasswordField } from "./credentials-form";

/** Sets a new password with a one-time link, which ends all sessions of the person. */
export function SetPasswordPage({ nextPath }: { readonly nextPath: string }) {
  return (
    <CredentialsForm
      title="Set a new password"
      introduction="You will be signed out everywhere else."
      submitLabel="Set password"
      busyLabel="Setting the password"
      nextPath={nextPath}
      send={(values) =>
        setPassword({ token: window.location.hash.slice(1), password: readField(values, "password") })
      }
    >
      <NewPasswordField />
    </CredentialsForm>
  );
}
