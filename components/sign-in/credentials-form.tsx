"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode, type SubmitEvent } from "react";
import { CredentialField } from "@/components/shared/forms/credential-field";
import { findFirstField } from "@/components/shared/forms/first-field";
import { maxPasswordLength, minPasswordLength } from "@/lib/model/person";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";

interface CredentialsFormProps {
  readonly title: string;
  readonly introduction?: ReactNode;
  readonly submitLabel: string;
  /** Text of the button while the server checks the password. */
  readonly busyLabel: string;
  /** Returns `stayOnPage` if a further step follows. */
  readonly send: (values: FormData) => Promise<unknown>;
  /** Page that is opened afterwards, with a new document. */
  readonly nextPath: string;
  readonly children: ReactNode;
  /** Other ways to continue, below the form. */
  readonly footer?: ReactNode;
}

/** Result of `send` with which the form stays open for its next step. */
export const stayOnPage = Symbol("stay on page");

/** A form that sends a password. The browser submits nothing itself, so the password never becomes part of a URL. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { title, introduction, submitLabel, busyLabel, send, nextPath, children, footer } = props;
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (result) => result === stayOnPage || window.location.assign(nextPath),
  });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => findFirstField(element.current)?.focus(), []);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    sending.mutate(new FormData(event.currentTarget));
  };
  const isBusy = sending.isPending || (sending.isSuccess && sending.data !== stayOnPage);
  return (
    <main className="mx-auto flex w-full max-w-[360px] flex-col gap-4 px-4 pt-24">
      <h1 className="text-lg font-semibold">{title}</h1>
      {introduction !== undefined && <p className="text-sm text-ink-2">{introduction}</p>}
      <form ref={element} method="post" aria-label={title} className="flex flex-col gap-3" onSubmit={submit}>
        {children}
        <WriteError error={sending.error} />
        <Button type="submit" variant="selected" className="self-start" disabled={isBusy}>
          {isBusy ? busyLabel : submitLabel}
        </Button>
      </form>
      {footer}
    </main>
  );
}

/** The field of a password that a person chooses. */
export function NewPasswordField() {
  return (
    <CredentialField
      name="password"
      label="Password"
      type="password"
      autoComplete="new-password"
      minLength={minPasswordLength}
      maxLength={maxPasswordLength}
      hint={`At least ${minPasswordLength} characters.`}
    />
  );
}
