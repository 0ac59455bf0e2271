"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { investigationKey, investigationPeopleQuery } from "../investigation-requests";
import { removeParticipant, setParticipant } from "../record-requests";

/** The owner and the participants. */
export function PeopleSection({ page }: { readonly page: InvestigationResponse }) {
  const queries = useQueryClient();
  const { investigation, participants, rights } = page;
  const { number, owner, author } = investigation;
  const people = useQuery({ ...investigationPeopleQuery, enabled: rights.canEdit }).data?.people ?? [];
  const refresh = () => queries.invalidateQueries({ queryKey: investigationKey(number) });
  const addition = useMutation({
    mutationFn: (personId: string) => setParticipant(number, personId, "investigator"),
    onSettled: refresh,
  });
  const removal = useMutation({
    mutationFn: (personId: string) => removeParticipant(number, personId),
    onSettled: refresh,
  });
  const candidates = people.filter(({ id }) => !participants.some((one) => one.id === id));
  return (
    <section aria-labelledby="people" className="text-xs">
      <h2 id="people" className="pb-1 text-sm font-semibold">
        People
      </h2>
      <ul>
        <li className="flex justify-between gap-2 py-1">
          {owner === null ? <span className="text-ink-2">No owner</span> : isolateDirection(owner.name)}
          {owner !== null && <span className="text-ink-2">owner</span>}
        </li>
        <li className="flex justify-between gap-2 py-1">
          {isolateDirection(author)}
          <span className="text-ink-2">opened it</span>
        </li>
        {participants.map(({ id, name, role }) => (
          <li key={id} className="flex items-center justify-between gap-2 py-1">
            {isolateDirection(name)}
            <span className="flex items-center gap-1 text-ink-2">
              {role}
              {rights.canEdit && (
                <Button
                  size="sm"
                  variant="ghost"
                  className="print:hidden"
                  aria-label={`Remove ${name} as participant`}
                  disabled={removal.isPending}
                  onClick={() => removal.mutate(id)}
                >
                  Remove
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {rights.canEdit && candidates.length > 0 && (
        <div className="pt-1 print:hidden">
          <Choice
            label="Add a participant"
            className="w-full"
            value=""
            isDisabled={addition.isPending}
            options={[["", "Choose a person"], ...candidates.map(({ id, name }) => [id, name] as const)]}
            onChoose={(id) => id === "" || addition.mutate(id)}
          />
        </div>
      )}
      <WriteError error={addition.error ?? removal.error} className="pt-1" />
    </section>
  );
}
