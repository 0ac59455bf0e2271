"use client";

import { useQuery } from "@tanstack/react-query";
import { teamsQuery } from "@/lib/client/teams";
import { ChoiceField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { textField, z } from "@/components/shared/forms/field-schemas";
import { succeed } from "@/lib/base/result";
import { reviewFrameClasses } from "./review-form";
import { useReviewForm, type DeploymentFormProps } from "./use-review-form";

const schema = z.object({ teamId: textField((text) => succeed(text === "" ? null : text)) });

/** Chooses the team whose members may change the deployment. */
export function DeploymentTeamForm({ deployment, onDone }: DeploymentFormProps) {
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const form = useReviewForm({
    deployment,
    schema,
    storedValues: { teamId: deployment.teamId ?? "" },
    onDone,
  });
  const options = teams
    .filter(({ id, canChoose }) => canChoose || id === deployment.teamId)
    .map(({ id, name }) => [id, name] as const);
  return (
    <Form
      form={form}
      label={`Team of ${deployment.title}`}
      className={reviewFrameClasses}
      saveLabel="Save team"
      takesFocus
      onCancel={onDone}
    >
      <ChoiceField
        form={form}
        name="teamId"
        label="Team"
        className="w-72"
        options={[["", "no team: every editor"], ...options]}
        hint="Only members of the team and admins change the deployment and its baselines. Admins create teams in Settings › People."
      />
    </Form>
  );
}
