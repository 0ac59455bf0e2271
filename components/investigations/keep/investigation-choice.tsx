"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import { toSentence } from "@/lib/format/sentence";
import { investigationName } from "@/lib/model/investigation/investigation";
import { openStates } from "@/lib/model/investigation/investigation-state";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { Field, fieldClasses } from "@/components/ui/field";
import { investigationsQuery } from "@/lib/client/queries/investigations";

const listLength = 20;

interface InvestigationChoiceProps {
  /** Null selects the first of the list. */
  readonly number: number | null;
  readonly onChoose: (number: number) => void;
  readonly onOpen: () => void;
  readonly children: (number: number) => ReactNode;
}

/** Selects an open investigation, those with the newest change first. */
export function InvestigationChoice({ number, onChoose, onOpen, children }: InvestigationChoiceProps) {
  const [search, setSearch] = useState("");
  const text = search.trim();
  const { data, error } = useQuery(
    investigationsQuery({
      states: openStates.join(),
      sort: "updated",
      limit: listLength,
      ...(text === "" ? {} : { text }),
    }),
  );
  const found = data?.investigations ?? [];
  const chosen = found.find((one) => one.number === number) ?? found[0];
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Field label="Find by title or number">
          <input
            type="search"
            className={fieldClasses}
            maxLength={100}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </Field>
        {chosen !== undefined && (
          <Choice
            label="Investigation"
            className="w-full min-w-0"
            value={String(chosen.number)}
            options={found.map((one) => [String(one.number), describeInvestigation(one)] as const)}
            onChoose={(value) => onChoose(Number(value))}
          />
        )}
      </div>
      {data === undefined && error === null && <p aria-busy>Loading the open investigations</p>}
      {error !== null && <p role="alert">{toSentence(error.message)}</p>}
      {data !== undefined && chosen === undefined && (
        <p>{text === "" ? "No investigation is open." : "No open investigation has this title or number."}</p>
      )}
      <p>
        <Button size="sm" onClick={onOpen}>
          Open an investigation
        </Button>
      </p>
      {chosen !== undefined && children(chosen.number)}
    </>
  );
}

function describeInvestigation({ number, title }: InvestigationEntry): string {
  return `${investigationName(number)}: ${title}`;
}
