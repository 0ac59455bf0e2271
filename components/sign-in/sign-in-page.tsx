"use client";

import { useState } from "react";
import { ProblemError } from "@/lib/client/fetch-json";
import { signIn } from "@/lib/client/session";
import { CodeField } from "@/components/shared/forms/code-field";
import { CredentialField, readField } from "@/components/shared/forms/credential-field";
import { CredentialsForm, stayOnPage } from "./credentials-form";
import { ProviderButton } from "./provider-button";
import { SignInNotice } from "./sign-in-notice";

interface SignInPageProps {
  /** Page that is opened after the sign-in. */
  readonly nextPath: string;
  /** False before the first admin was added. */
  readonly isSetUp: boolean;
  /** Name of the provider with which people may sign in. Null without one. */
  readonly providerName: string | null;
  /** Why a sign-in is needed. Null for a visitor. */
  readonly introduction: string | null;
}

/** Signs a person in with e-mail address and password, and then with a code if they have a second factor. */
export function SignInPage({ nextPath, isSetUp, providerName, introduction }: SignInPageProps) {
  const [needsCode, setNeedsCode] = useState(false);
  if (!isSetUp)
    return (
      <SignInNotice title="Ridgepoint is not set up yet">
        Ridgepoint printed a setup link when it started. Open this link to add the first admin.
      </SignInNotice>
    );
  const send = async (values: FormData): Promise<unknown> => {
    const credentials = { email: readField(values, "email"), password: readField(values, "password") };
    const code = needsCode ? { code: readField(values, "code") } : {};
    return signIn({ ...credentials, ...code }).catch((error: unknown) => {
      if (needsCode || !requestsCode(error)) throw error;
      setNeedsCode(true);
      return stayOnPage;
    });
  };
  return (
    <CredentialsForm
      title={needsCode ? "Enter your code" : "Sign in to Ridgepoint"}
      introduction={introduction ?? undefined}
      submitLabel="Sign in"
      busyLabel="Signing in"
      nextPath={nextPath}
      send={send}
      footer={
        providerName !== null && !needsCode && <ProviderButton name={providerName} nextPath={nextPath} />
      }
    >
      {/* The fields stay in the form, because the second request contains them too. */}
      <div className={needsCode ? "hidden" : "flex flex-col gap-3"}>
        <CredentialField name="email" label="E-mail address" type="email" autoComplete="username" />
        <CredentialField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          hint="An admin can make a link that sets a new password."
        />
      </div>
      {needsCode && <CodeField />}
    </CredentialsForm>
  );
}

function requestsCode(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "second-factor-required";
}
