"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrganisationResponse } from "@/lib/contracts/organisation";
import { editOrganisation, organisationQuery } from "@/lib/client/queries/organisation";
import { timeZoneError } from "@/lib/base/time-zone";
import { textField, validatedBy, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { ChoiceField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { listTimeZones } from "@/components/settings/time-zones";

interface TimeZoneValues {
  readonly timeZone: string;
}

const schema: FormSchema<TimeZoneValues, TimeZoneValues> = z.object({
  timeZone: textField(validatedBy(timeZoneError)),
});

interface TimeZoneFormProps {
  readonly organisation: OrganisationResponse;
  readonly onSaved: () => void;
}

/** Changes the time zone of hours and days of the week. */
export function TimeZoneForm({ organisation, onSaved }: TimeZoneFormProps) {
  const queries = useQueryClient();
  const [zones] = useState(listTimeZones);
  const { timeZone, version } = organisation;
  const form = useSavedForm({
    schema,
    stored: { version, values: { timeZone } },
    save: (submission) => editOrganisation(submission.version, submission.body),
    refetch: () => queries.invalidateQueries({ queryKey: organisationQuery.queryKey }),
    onSaved,
  });
  return (
    <section aria-label="Time zone" className="mt-7 max-w-[520px]">
      <h2 className="pb-2 text-md font-semibold">Time zone</h2>
      <Form form={form} label="Time zone" onCancel={() => form.methods.reset({ timeZone })}>
        <ChoiceField
          form={form}
          name="timeZone"
          label="Time zone of hours and days of the week"
          options={zones}
          hint="The usual range of a signal is computed from the same hours of the week in this time zone, and each baseline records it. Pages show times in the time zone of your profile. Without one, they use the time zone of the browser."
        />
      </Form>
    </section>
  );
}
