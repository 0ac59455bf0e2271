"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import { toSentence } from "@/lib/format/sentence";
import { investigationName } from "@/lib/model/investigation/investigation";
import { openStates } from "@/lib/model/investigation/investigation-state";
import type { ConfirmLeave } from "@/components/shared/forms/leave-form";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { Field, fieldClasses } from "@/components/ui/field";
import { investigationsQuery } from "@/lib/client/queries/investigations";

const listLength = 20;

type Chosen = Pick<InvestigationEntry, "number"> & Partial<Pick<InvestigationEntry, "title">>;

interface InvestigationChoiceProps {
  /** Number of the investigation to start with. Null proposes one of the list. */
  readonly initialNumber: number | null;
  /** Slug of the displayed deployment, whose newest investigation is proposed. Null if there are several. */
  readonly deployment: string | null;
  /** Runs a change that replaces the form of the chosen investigation. */
  readonly leaveForm: ConfirmLeave;
  readonly onOpen: () => void;
  readonly children: (number: number) => ReactNode;
}

/**
 * Selects an open investigation, those with the newest change first. The list is read again all the time, but only the
 * person changes the choice, because the form below belongs to the chosen investigation.
 */
export function InvestigationChoice({
  initialNumber,
  deployment,
  leaveForm,
  onOpen,
  children,
}: InvestigationChoiceProps) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<Chosen | null>(
    initialNumber === null ? null : { number: initialNumber },
  );
  const text = search.trim();
  const { data, error, isPlaceholderData } = useQuery(
    investigationsQuery({
      states: openStates.join(),
      sort: "updated",
      limit: listLength,
      ...(text === "" ? {} : { text }),
    }),
  );
  const found = data?.investigations ?? [];
  const proposed = isPlaceholderData ? undefined : propose(found, deployment);
  if (chosen === null && proposed !== undefined) setChosen(proposed);
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Field label="Find by title or number">
          <input
            type="search"
            className={fieldClasses}
            maxLength={100}
            value={search}
            onChange={({ target: { value } }) =>
              leaveForm(() => {
                setSearch(value);
                setChosen(null);
              })
            }
          />
        </Field>
        {chosen !== null && (
          <Choice
            label="Investigation"
            className="w-full min-w-0"
            value={String(chosen.number)}
            options={listOptions(found, chosen)}
            onChoose={(value) =>
              leaveForm(() => setChosen(found.find(({ number }) => String(number) === value) ?? chosen))
            }
          />
        )}
      </div>
      {data === undefined && error === null && <p aria-busy>Loading the open investigations</p>}
      {error !== null && <p role="alert">{toSentence(error.message)}</p>}
      {data !== undefined && found.length === 0 && chosen === null && (
        <p>{text === "" ? "No investigation is open." : "No open investigation has this title or number."}</p>
      )}
      <p>
        <Button size="sm" onClick={onOpen}>
          Open an investigation
        </Button>
      </p>
      {chosen !== null && children(chosen.number)}
    </>
  );
}

/** Returns the newest investigation of the deployment, or the newest of the list. */
function propose(
  found: readonly InvestigationEntry[],
  deployment: string | null,
): InvestigationEntry | undefined {
  return found.find(({ deployments }) => deployments.some(({ slug }) => slug === deployment)) ?? found[0];
}

/** Returns the options of the list, and the chosen investigation if the list lacks it. */
function listOptions(
  found: readonly InvestigationEntry[],
  chosen: Chosen,
): (readonly [value: string, text: string])[] {
  const isListed = found.some(({ number }) => number === chosen.number);
  return [...(isListed ? [] : [chosen]), ...found].map(
    (one) => [String(one.number), describeInvestigation(one)] as const,
  );
}

function describeInvestigation({ number, title }: Chosen): string {
  const name = investigationName(number);
  return title === undefined ? name : `${name}: ${title}`;
}
