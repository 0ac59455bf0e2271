"use client";

import { useQueryClient } from "@tanstack/react-query";
import { fail, succeed } from "@/lib/base/result";
import { teamsQuery, type ListedTeam } from "@/lib/client/teams";
import { formatCount } from "@/lib/format/number";
import { evidenceRetentionMaxDays } from "@/lib/model/person";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { nullIfEmpty, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { setEvidenceRetention } from "./team-requests";

interface RetentionValues {
  /** Number of days as text. Empty for no limit. */
  readonly evidenceRetentionDays: string;
}

interface RetentionBody {
  readonly evidenceRetentionDays: number | null;
}

const schema: FormSchema<RetentionValues, RetentionBody> = z.object({
  evidenceRetentionDays: textField(
    nullIfEmpty((text) => {
      const days = Number(text);
      return Number.isInteger(days) && days >= 1 && days <= evidenceRetentionMaxDays
        ? succeed(days)
        : fail(
            `Enter a number of days from 1 to ${formatCount(evidenceRetentionMaxDays)}, or leave the field empty.`,
          );
    }),
  ),
});

interface RetentionFormProps {
  readonly team: ListedTeam;
  readonly onDone: () => void;
}

/** Sets how long the data of evidence are retained after the end of an investigation. */
export function RetentionForm({ team, onDone }: RetentionFormProps) {
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const form = useSavedForm({
    schema,
    stored: {
      version: team.version,
      values: { evidenceRetentionDays: team.evidenceRetentionDays?.toString() ?? "" },
    },
    save: ({ body, version }) =>
      confirmed(() => setEvidenceRetention(team.id, version, body.evidenceRetentionDays)),
    refetch: () => queries.invalidateQueries({ queryKey: teamsQuery.queryKey }),
    onSaved: onDone,
  });
  return (
    <Form
      form={form}
      label={`Evidence retention of ${team.name}`}
      saveLabel="Save retention"
      className="max-w-[520px] py-2"
      takesFocus
      onCancel={onDone}
    >
      <TextField
        form={form}
        name="evidenceRetentionDays"
        label="Evidence retention in days (optional)"
        className="w-32"
        hint="The data and files of evidence are deleted permanently this many days after the investigation ends. Titles, notes, comments, hashes and the reason for the deletion stay. If the field is empty, nothing is deleted."
      />
    </Form>
  );
}
