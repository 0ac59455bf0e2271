"use client";

import { useQuery } from "@tanstack/react-query";
import {
  timelineTopicNames,
  timelineTopicTitles,
  type TimelineTopic,
} from "@/lib/model/investigation/timeline-entry";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { investigationPeopleQuery } from "../investigation-requests";
import { unfilteredTimeline, type TimelineFilter } from "./timeline-requests";

interface TimelineFiltersProps {
  readonly filter: TimelineFilter;
  readonly onChange: (filter: Partial<TimelineFilter>) => void;
}

/** Title of the timeline, and the choice of its entries: pinned ones, those of a kind, and those of a person. */
export function TimelineFilters({ filter, onChange }: TimelineFiltersProps) {
  const people = useQuery(investigationPeopleQuery).data?.people ?? [];
  const { topic, author, isPinned } = filter;
  const shortcuts = [
    ["All", topic === null && !isPinned && author === null, unfilteredTimeline],
    ["Comments", topic === "comments" && !isPinned, { topic: "comments", isPinned: false }],
    ["Pinned", isPinned, { topic: null, isPinned: true }],
  ] as const;
  const topics = timelineTopicNames.map((one) => [one, timelineTopicTitles[one]] as const);
  return (
    <>
      <div className="flex items-center justify-between gap-2 pb-1">
        <h2 id="timeline" className="text-sm font-semibold">
          Timeline
        </h2>
        <div role="group" aria-label="Entries of the timeline" className="flex gap-1 print:hidden">
          {shortcuts.map(([title, isChosen, next]) => (
            <Button
              key={title}
              size="sm"
              variant={isChosen ? "selected" : "ghost"}
              aria-pressed={isChosen}
              onClick={() => onChange(next)}
            >
              {title}
            </Button>
          ))}
        </div>
      </div>
      <div className="grid grid-cols-2 gap-2 pb-2 print:hidden">
        <Choice<TimelineTopic | "">
          label="Kind of entry"
          className="w-full min-w-0"
          value={topic ?? ""}
          options={[["", "All kinds"], ...topics]}
          onChoose={(chosen) => onChange({ topic: chosen === "" ? null : chosen })}
        />
        {people.length > 0 && (
          <Choice
            label="Author"
            className="w-full min-w-0"
            value={author ?? ""}
            options={[["", "All authors"], ...people.map(({ id, label }) => [id, label] as const)]}
            onChoose={(chosen) => onChange({ author: chosen === "" ? null : chosen })}
          />
        )}
      </div>
    </>
  );
}
