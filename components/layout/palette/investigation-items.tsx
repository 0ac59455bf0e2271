import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { investigationsQuery } from "@/lib/client/queries/investigations";
import { useDebounced } from "@/components/shared/reads/use-debounced";
import { investigationName } from "@/lib/model/investigation/investigation";
import { stateTitles } from "@/lib/model/investigation/investigation-state";
import { groupClasses, itemClasses } from "./palette-classes";

interface InvestigationItemsProps {
  readonly text: string;
  readonly onOpen: (number: number) => void;
}

const minLength = 2;
const limit = 8;
/** Pause after a letter before the search, so that a quickly typed word is one request. */
const pauseMs = 150;

/** Investigations in all states whose number or title matches the typed text. */
export function InvestigationItems({ text, onOpen }: InvestigationItemsProps) {
  const search = useDebounced(text.trim().slice(0, 100), pauseMs);
  const isSearched = search.length >= minLength;
  const { data } = useQuery({
    ...investigationsQuery({ text: search, sort: "updated", limit }),
    placeholderData: keepPreviousData,
    enabled: isSearched,
    refetchInterval: false,
  });
  if (!isSearched || data === undefined) return null;
  return (
    <Command.Group heading="Investigations" className={groupClasses}>
      {data.investigations.map(({ number, title, state }) => (
        <Command.Item
          key={number}
          value={`${investigationName(number)} ${title}`}
          className={itemClasses}
          onSelect={() => onOpen(number)}
        >
          <span className="font-mono">{investigationName(number)}</span>
          <span className="truncate">{title}</span>
          <span className="text-ink-3">{stateTitles[state]}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
