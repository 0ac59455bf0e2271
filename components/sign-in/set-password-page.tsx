"use client";

import { setPassword } from "@/lib/client/session";
import { readField } from "@/components/shared/forms/credential-field";
import { CredentialsForm, NewPasswordField } from "./credentials-form";

/** Shows the form for a new password, which a one-time link opens. Saving ends all existing sessions of the person. */
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
