"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { teamsQuery } from "@/lib/client/teams";
import { teamNameMaxLength } from "@/lib/model/person";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import { createTeam } from "./team-requests";
import { TeamRow, type TeamCandidate } from "./team-row";

/** Lists the teams with their members, and creates teams. */
export function TeamSection({ people }: { readonly people: readonly TeamCandidate[] }) {
  const { data, error } = useQuery(teamsQuery);
  const teams = data?.teams ?? [];
  return (
    <section aria-labelledby="teams" className="mt-8 max-w-[820px]">
      <h2 id="teams" className="text-md font-semibold">
        Teams
      </h2>
      <p className="pb-2 text-xs text-ink-2">
        A team owns deployments, baselines and investigations. Only the team's members and the organisation's
        admins can change them. Choose the team of a deployment in Settings › Deployments.
      </p>
      {teams.length > 0 && (
        <ul aria-labelledby="teams" className="border-t border-rule">
          {teams.map((team) => (
            <TeamRow key={team.id} team={team} people={people} />
          ))}
        </ul>
      )}
      <WriteError error={error} title="The teams could not be loaded." />
      <NewTeam />
    </section>
  );
}

function NewTeam() {
  const [name, setName] = useState("");
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => confirmed(() => createTeam(name.trim(), idempotencyKey)),
    onSuccess: () => {
      setName("");
      setIdempotencyKey(newIdempotencyKey());
      return queries.invalidateQueries({ queryKey: teamsQuery.queryKey });
    },
  });
  return (
    <form
      aria-label="New team"
      className="flex flex-wrap items-end gap-2 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Field label="Name of the new team">
        <input
          className={fieldClasses}
          autoComplete="off"
          maxLength={teamNameMaxLength}
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setIdempotencyKey(newIdempotencyKey());
          }}
        />
      </Field>
      <Button type="submit" disabled={isPending || name.trim() === ""}>
        Create team
      </Button>
      <WriteError error={error} className="basis-full" />
    </form>
  );
}
