"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { timeZoneError } from "@/lib/base/time-zone";
import type { EditProfileBody } from "@/lib/contracts/people/profile";
import { nameError, personNameMaxLength } from "@/lib/model/person";
import { sessionQuery } from "@/lib/client/session";
import {
  nullIfEmpty,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { readBrowserTimeZone, setPersonTimeZone } from "@/components/shared/use-time-zone";
import { listTimeZones } from "@/components/settings/time-zones";
import { editProfile, type PersonProfile } from "./profile-requests";

interface ProfileValues {
  readonly name: string;
  /** Empty for the time zone of the browser. */
  readonly timeZone: string;
}

const schema: FormSchema<ProfileValues, EditProfileBody> = z.object({
  name: textField(validatedBy(nameError)),
  timeZone: textField(nullIfEmpty(validatedBy(timeZoneError))),
});

interface ProfileFormProps {
  readonly person: PersonProfile;
}

/** Changes name and time zone. */
export function ProfileForm({ person }: ProfileFormProps) {
  const [saveCount, setSaveCount] = useState(0);
  const [saved, setSaved] = useState<PersonProfile | null>(null);
  // The query may still have the version before the save. The next save would then conflict with this one.
  const current = saved !== null && saved.version > person.version ? saved : person;
  return (
    <section aria-labelledby="person" className="mt-7 max-w-[520px]">
      <h2 id="person" className="pb-2 text-md font-semibold">
        Name and time zone
      </h2>
      {/* A new form after each save, because its input is then the stored version. */}
      <Fields
        key={saveCount}
        person={current}
        onSaved={(one) => {
          setSaved(one);
          setSaveCount(saveCount + 1);
        }}
      />
      <output className="block pt-2 text-xs text-ink-2">
        {saveCount === 0 ? "" : "The profile was saved."}
      </output>
    </section>
  );
}

interface FieldsProps extends ProfileFormProps {
  readonly onSaved: (saved: PersonProfile) => void;
}

function Fields({ person, onSaved }: FieldsProps) {
  const { name, timeZone, version } = person;
  const values: ProfileValues = { name, timeZone: timeZone ?? "" };
  const [zones] = useState(() => [
    ["", `Time zone of the browser (${readBrowserTimeZone()})`] as const,
    ...listTimeZones(),
  ]);
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version, values },
    save: (submission) => editProfile(submission.version, submission.body),
    refetch: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onSaved: ({ person: saved }) => {
      setPersonTimeZone(saved.timeZone);
      onSaved(saved);
    },
  });
  return (
    <Form form={form} label="Name and time zone" onCancel={() => form.methods.reset(values)}>
      <TextField
        form={form}
        name="name"
        label="Name"
        maxLength={personNameMaxLength}
        autoComplete="name"
        hint="Shown as the author of your changes."
      />
      <ChoiceField
        form={form}
        name="timeZone"
        label="Time zone"
        options={zones}
        hint="Used for all times that you see and enter."
      />
    </Form>
  );
}
