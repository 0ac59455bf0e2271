"use client";

import { useQueryClient } from "@tanstack/react-query";
import { teamsQuery, type ListedTeam } from "@/lib/client/teams";
import { nameError, teamNameMaxLength } from "@/lib/model/person";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { textField, validatedBy, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { renameTeam } from "./team-requests";

interface NameValues {
  readonly name: string;
}

const schema: FormSchema<NameValues, NameValues> = z.object({ name: textField(validatedBy(nameError)) });

interface TeamNameFormProps {
  readonly team: ListedTeam;
  readonly onDone: () => void;
}

/** Renames a team. */
export function TeamNameForm({ team, onDone }: TeamNameFormProps) {
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const form = useSavedForm({
    schema,
    stored: { version: team.version, values: { name: team.name } },
    save: ({ body, version }) => confirmed(() => renameTeam(team.id, version, body.name)),
    refetch: () => queries.invalidateQueries({ queryKey: teamsQuery.queryKey }),
    onSaved: onDone,
  });
  return (
    <Form
      form={form}
      label={`Name of ${team.name}`}
      saveLabel="Save name"
      className="max-w-[520px] py-2"
      takesFocus
      onCancel={onDone}
    >
      <TextField
        form={form}
        name="name"
        label={`New name of ${team.name}`}
        maxLength={teamNameMaxLength}
        autoComplete="off"
      />
    </Form>
  );
}
