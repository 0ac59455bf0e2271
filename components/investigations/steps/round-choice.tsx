"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { stateTitles } from "@/lib/model/investigation/investigation-state";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { reasonField } from "./reason-field";
import { investigationKey, startRound } from "../investigation-requests";

interface RoundChoiceProps {
  readonly page: InvestigationResponse;
  /** Displayed round. */
  readonly round: number;
  /** Null for the current round. */
  readonly onChoose: (round: number | null) => void;
}

/** Selects the displayed round, and starts the next one. */
export function RoundChoice({ page, round, onChoose }: RoundChoiceProps) {
  const [isStarting, setStarting] = useState(false);
  const { investigation, earlierRounds, rights } = page;
  const rounds = [...earlierRounds, investigation.round];
  return (
    <div className="flex flex-col gap-2 print:hidden">
      {earlierRounds.length > 0 && (
        <Choice
          label="Displayed round"
          value={String(round)}
          options={rounds.map((one) => [String(one), roundText(one, investigation.round)] as const)}
          onChoose={(text) => onChoose(Number(text) === investigation.round ? null : Number(text))}
        />
      )}
      {rights.canEdit && !isStarting && (
        <Button size="sm" className="self-start" variant="ghost" onClick={() => setStarting(true)}>
          Start round {investigation.round + 1}
        </Button>
      )}
      {isStarting && <RoundForm page={page} onClose={() => setStarting(false)} />}
    </div>
  );
}

function roundText(round: number, current: number): string {
  return round === current ? `Round ${round}, current` : `Round ${round}, read only`;
}

interface RoundValues {
  readonly reason: string;
}

const schema: FormSchema<RoundValues, RoundValues> = z.object({ reason: reasonField });

function RoundForm({
  page,
  onClose,
}: {
  readonly page: InvestigationResponse;
  readonly onClose: () => void;
}) {
  const { number, round, state } = page.investigation;
  const stateChange =
    state === "active"
      ? ""
      : ` The state changes from ${stateTitles[state]} to ${stateTitles.active}, and the timeline records it.`;
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { reason: "" } },
    save: ({ body }) => startRound(number, round, body.reason),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label="Start a round"
      saveLabel={`Start round ${round + 1}`}
      takesFocus
      onCancel={onClose}
    >
      <TextField
        form={form}
        name="reason"
        label="Reason"
        hint={`The next round begins at step 2, and running experiments and the watch end.${stateChange} The steps of this round stay readable.`}
      />
    </Form>
  );
}
