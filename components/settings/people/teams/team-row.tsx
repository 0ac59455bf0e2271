"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { teamsQuery, type ListedTeam } from "@/lib/client/teams";
import { countWithNoun } from "@/lib/format/agreement";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { fieldClasses } from "@/components/ui/field";
import { RetentionForm } from "./retention-form";
import { TeamNameForm } from "./team-name-form";
import { addMember, deleteTeam, removeMember } from "./team-requests";

/** Person or service account that a team may have as a member. */
export interface TeamCandidate {
  readonly id: string;
  readonly name: string;
}

interface TeamRowProps {
  readonly team: ListedTeam;
  /** People and service accounts that may be members. */
  readonly people: readonly TeamCandidate[];
}

/** One team with its members and the actions of an admin. */
export function TeamRow({ team, people }: TeamRowProps) {
  const [isNameOpen, setNameOpen] = useState(false);
  const [isRetentionOpen, setRetentionOpen] = useState(false);
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const change = useMutation({
    mutationFn: (send: () => Promise<object>) => confirmed(send),
    onSettled: () => queries.invalidateQueries({ queryKey: teamsQuery.queryKey }),
  });
  return (
    <li aria-label={team.name} className="border-b border-rule py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{isolateDirection(team.name)}</span>
        <span className="text-xs text-ink-2">
          owns {countWithNoun(team.deploymentCount, "deployment")},{" "}
          {countWithNoun(team.baselineCount, "baseline")} and{" "}
          {countWithNoun(team.investigationCount, "investigation")}
          {team.evidenceRetentionDays !== null &&
            `, retains evidence for ${countWithNoun(team.evidenceRetentionDays, "day")}`}
        </span>
        <Button size="sm" className="ml-auto" onClick={() => setNameOpen(true)}>
          Rename
        </Button>
        <Button
          size="sm"
          aria-label={`Evidence retention of ${team.name}`}
          onClick={() => setRetentionOpen(true)}
        >
          Evidence retention
        </Button>
        <Button size="sm" disabled={change.isPending} onClick={() => change.mutate(() => deleteTeam(team))}>
          Delete
        </Button>
      </div>
      {isNameOpen && <TeamNameForm team={team} onDone={() => setNameOpen(false)} />}
      {isRetentionOpen && <RetentionForm team={team} onDone={() => setRetentionOpen(false)} />}
      <Members team={team} people={people} isBusy={change.isPending} onChange={change.mutate} />
      <WriteError error={change.error} className="pt-1" />
    </li>
  );
}

interface MembersProps extends TeamRowProps {
  readonly isBusy: boolean;
  readonly onChange: (send: () => Promise<object>) => void;
}

function Members({ team, people, isBusy, onChange }: MembersProps) {
  const isMember = new Set(team.members.map(({ id }) => id));
  const candidates = people.filter(({ id }) => !isMember.has(id));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-xs">
      {team.members.length === 0 && <span className="text-ink-2">no members</span>}
      {team.members.map(({ id, name }) => (
        <span key={id} className="inline-flex items-center gap-1">
          {isolateDirection(name)}
          <Button
            size="sm"
            variant="ghost"
            disabled={isBusy}
            aria-label={`Remove ${name} from ${team.name}`}
            onClick={() => onChange(() => removeMember(team, id))}
          >
            Remove
          </Button>
        </span>
      ))}
      {candidates.length > 0 && (
        <select
          aria-label={`Add a member to ${team.name}`}
          className={fieldClasses}
          value=""
          disabled={isBusy}
          onChange={({ target: { value: personId } }) => onChange(() => addMember(team, personId))}
        >
          <option value="">Add a member</option>
          {candidates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
