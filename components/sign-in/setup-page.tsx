"use client";

import { setUp } from "@/lib/client/session";
import { maxPasswordLength, minPasswordLength, personNameMaxLength } from "@/lib/model/person";
import { CredentialField, CredentialsForm, readField } from "./credentials-form";

/** Adds the first admin. The one-time token of the link is after `#`, so that no server log contains it. */
export function SetupPage({ nextPath }: { readonly nextPath: string }) {
  return (
    <CredentialsForm
      title="Set up Ridgepoint"
      introduction="Add the first admin. From then on, everyone must sign in."
      submitLabel="Add admin"
      busyLabel="Adding the admin"
      nextPath={nextPath}
      send={(values) =>
        setUp({
          token: window.location.hash.slice(1),
          name: readField(values, "name"),
          email: readField(values, "email"),
          password: readField(values, "password"),
        })
      }
    >
      <CredentialField
        name="name"
        label="Name"
        type="text"
        autoComplete="name"
        maxLength={personNameMaxLength}
      />
      <CredentialField name="email" label="E-mail address" type="email" autoComplete="username" />
      <CredentialField
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        minLength={minPasswordLength}
        maxLength={maxPasswordLength}
        hint={`At least ${minPasswordLength} characters.`}
      />
    </CredentialsForm>
  );
}
