"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { participantRoles, type ParticipantRole } from "@/lib/model/investigation/investigation";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { fieldClasses } from "@/components/ui/field";
import { investigationKey, investigationPeopleQuery } from "../investigation-requests";
import { removeParticipant, setParticipant } from "../record-requests";
import { Avatar } from "./avatar";

/** The owner and the participants. */
export function PeopleSection({ page }: { readonly page: InvestigationResponse }) {
  const queries = useQueryClient();
  const { investigation, participants, rights } = page;
  const { number, owner, author } = investigation;
  const people = useQuery({ ...investigationPeopleQuery, enabled: rights.canEdit }).data?.people;
  const refresh = () => queries.invalidateQueries({ queryKey: investigationKey(number) });
  const addition = useMutation({
    mutationFn: ({ id, role }: { readonly id: string; readonly role: ParticipantRole }) =>
      setParticipant(number, id, role),
    onSettled: refresh,
  });
  const removal = useMutation({
    mutationFn: (personId: string) => removeParticipant(number, personId),
    onSettled: refresh,
  });
  const candidates = people?.filter(({ id }) => !participants.some((one) => one.id === id));
  return (
    <section aria-labelledby="people" className="text-xs">
      <h2 id="people" className="pb-1 text-sm font-semibold">
        People
      </h2>
      <ul>
        <li className="flex items-center justify-between gap-2 py-1">
          {owner === null ? <span className="text-ink-2">No owner</span> : <PersonName name={owner.name} />}
          {owner !== null && <span className="text-ink-2">owner</span>}
        </li>
        <li className="flex items-center justify-between gap-2 py-1">
          <PersonName name={author} />
          <span className="text-ink-2">opened it</span>
        </li>
        {participants.map((participant) => (
          <ParticipantItem
            key={participant.id}
            participant={participant}
            isFixed={!rights.canEdit}
            isSaving={addition.isPending || removal.isPending}
            onRole={(role) => addition.mutate({ id: participant.id, role })}
            onRemove={() => removal.mutate(participant.id)}
          />
        ))}
      </ul>
      {/* The field is there before its options, so that the page below does not move. */}
      {rights.canEdit && candidates?.length !== 0 && (
        <div className="pt-1 print:hidden">
          <Choice
            label="Add a participant"
            className="w-full"
            value=""
            isDisabled={addition.isPending || candidates === undefined}
            options={[
              ["", "Choose a person"],
              ...(candidates ?? []).map(({ id, label }) => [id, label] as const),
            ]}
            onChoose={(id) => id === "" || addition.mutate({ id, role: "investigator" })}
          />
        </div>
      )}
      <WriteError error={addition.error ?? removal.error} className="pt-1" />
    </section>
  );
}

function PersonName({ name }: { readonly name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={name} />
      <span className="min-w-0 wrap-anywhere">{isolateDirection(name)}</span>
    </span>
  );
}

interface ParticipantItemProps {
  readonly participant: InvestigationResponse["participants"][number];
  readonly isFixed: boolean;
  readonly isSaving: boolean;
  readonly onRole: (role: ParticipantRole) => void;
  readonly onRemove: () => void;
}

function ParticipantItem({ participant, isFixed, isSaving, onRole, onRemove }: ParticipantItemProps) {
  const { name, role } = participant;
  return (
    <li className="flex items-center justify-between gap-2 py-1">
      <PersonName name={name} />
      {isFixed ? (
        <span className="text-ink-2">{role}</span>
      ) : (
        <span className="flex items-center gap-1 text-ink-2">
          <select
            aria-label={`Role of ${name}`}
            className={fieldClasses}
            value={role}
            disabled={isSaving}
            onChange={({ target }) => {
              const chosen = participantRoles.find((one) => one === target.value);
              if (chosen !== undefined) onRole(chosen);
            }}
          >
            {participantRoles.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
          <Button
            size="sm"
            variant="ghost"
            className="print:hidden"
            aria-label={`Remove ${name} as participant`}
            disabled={isSaving}
            onClick={onRemove}
          >
            Remove
          </Button>
        </span>
      )}
    </li>
  );
}
