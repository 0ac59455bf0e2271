"use client";

import { setUp } from "@/lib/client/session";
import { personNameMaxLength } from "@/lib/model/person";
import { CredentialField, readField } from "@/components/shared/forms/credential-field";
import { CredentialsForm, NewPasswordField } from "./credentials-form";

interface SetupPageProps {
  readonly nextPath: string;
  /** False for the first admin. */
  readonly isInvited: boolean;
}

/** Adds a person. The one-time token of the link is after `#`, so that no server log contains it. */
export function SetupPage({ nextPath, isInvited }: SetupPageProps) {
  return (
    <CredentialsForm
      title={isInvited ? "Join Ridgepoint" : "Set up Ridgepoint"}
      introduction={
        isInvited
          ? "Choose the password with which you will sign in."
          : "Add the first admin. From then on, everyone must sign in."
      }
      submitLabel={isInvited ? "Join" : "Add admin"}
      busyLabel={isInvited ? "Joining" : "Adding the admin"}
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
      <NewPasswordField />
    </CredentialsForm>
  );
}
