"use client";

import { useState } from "react";
import { ProblemError } from "@/lib/client/fetch-json";
import { signIn } from "@/lib/client/session";
import { CodeField } from "@/components/shared/forms/code-field";
import { CredentialField, readField } from "@/components/shared/forms/credential-field";
import { CredentialsForm, stayOnPage } from "./credentials-form";
import { ProviderButton } from "./provider-button";

interface SignInPageProps {
  /** Page that is opened after the sign-in. */
  readonly nextPath: string;
  /** False before the first admin was added. */
  readonly isSetUp: boolean;
  /** Name of the provider with which people may sign in. Null without one. */
  readonly providerName: string | null;
}

/** Signs a person in with e-mail address and password, and then with a code if they have a second factor. */
export function SignInPage({ nextPath, isSetUp, providerName }: SignInPageProps) {
  const [needsCode, setNeedsCode] = useState(false);
  if (!isSetUp)
    return (
      <main className="mx-auto flex w-full max-w-[360px] flex-col gap-4 px-4 pt-24">
        <h1 className="text-lg font-semibold">Ridgepoint is not set up yet</h1>
        <p className="text-sm text-ink-2">
          Ridgepoint printed a setup link when it started. Open this link to add the first admin.
        </p>
      </main>
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
