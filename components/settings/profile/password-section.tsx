"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fail, succeed } from "@/lib/base/result";
import type { ChangePasswordBody } from "@/lib/contracts/people/profile";
import { countWithNoun } from "@/lib/format/agreement";
import { maxPasswordLength, minPasswordLength } from "@/lib/model/person";
import { exactTextField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { changePassword } from "./profile-requests";

const schema: FormSchema<ChangePasswordBody, ChangePasswordBody> = z.object({
  currentPassword: exactTextField((text) =>
    text === "" ? fail("Enter your present password.") : succeed(text),
  ),
  newPassword: exactTextField((text) =>
    text.length < minPasswordLength
      ? fail(`must have at least ${minPasswordLength} characters`)
      : succeed(text),
  ),
});

interface PasswordSectionProps {
  /** Lets password managers store the new password for the right account. */
  readonly email: string;
}

/** Form that changes the password. The server then ends all other sessions of the person. */
export function PasswordSection({ email }: PasswordSectionProps) {
  const [changes, setChanges] = useState<readonly number[]>([]);
  const endedSessions = changes.at(-1);
  return (
    <section aria-labelledby="password" className="mt-8 max-w-[520px]">
      <h2 id="password" className="pb-2 text-md font-semibold">
        Password
      </h2>
      <p className="pb-2 text-xs text-ink-2">A new password ends your sessions in all other browsers.</p>
      {/* A new form after each change, which contains no password. */}
      <PasswordForm
        key={changes.length}
        email={email}
        onChanged={(count) => setChanges([...changes, count])}
      />
      <output className="block pt-2 text-xs text-ink-2">
        {endedSessions === undefined
          ? ""
          : `The password was changed. ${countWithNoun(endedSessions, "other session")} ended.`}
      </output>
    </section>
  );
}

interface PasswordFormProps extends PasswordSectionProps {
  /** Receives the number of sessions that ended. */
  readonly onChanged: (endedSessions: number) => void;
}

function PasswordForm({ email, onChanged }: PasswordFormProps) {
  const queries = useQueryClient();
  const values = { currentPassword: "", newPassword: "" };
  const form = useSavedForm({
    schema,
    stored: { version: null, values },
    save: ({ body }) => changePassword(body),
    refetch: () => queries.invalidateQueries({ queryKey: ["/api/v1/sessions"] }),
    onSaved: ({ endedSessions }) => onChanged(endedSessions),
  });
  return (
    <Form
      form={form}
      label="Password"
      saveLabel="Change password"
      onCancel={() => form.methods.reset(values)}
    >
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        form={form}
        name="currentPassword"
        label="Present password"
        type="password"
        autoComplete="current-password"
        maxLength={maxPasswordLength}
      />
      <TextField
        form={form}
        name="newPassword"
        label="New password"
        type="password"
        autoComplete="new-password"
        maxLength={maxPasswordLength}
        hint={`At least ${minPasswordLength} characters.`}
      />
    </Form>
  );
}
