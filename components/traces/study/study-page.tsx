"use client";

import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { cn } from "@/components/ui/cn";
import { RoomTabs } from "../room-tabs";
import { RoomTrouble, untracedTitle, useUntraced } from "../room-trouble";
import { RowsSkeleton } from "../rows-skeleton";
import { hasConditions } from "./condition-words";
import { Conditions } from "./conditions";
import { NothingFound } from "./nothing-found";
import { ReadingFacts } from "./reading-facts";
import { useTraceStudy, type StudyInView } from "./use-trace-study";

interface StudyPageProps {
  /** The page's first sentence, where there is something to tell. */
  readonly headline: (study: TraceStudy, room: StudyInView) => ReactNode;
  readonly children: (study: TraceStudy, room: StudyInView) => ReactNode;
}

/** What every page over many traces has: the sentence, the parts of the room, which traces, how they were read, and what failed. */
export function StudyPage({ headline, children }: StudyPageProps) {
  const room = useTraceStudy();
  const study = room.answer?.study ?? null;
  return (
    <>
      <h1 className="max-w-[1040px] pb-3 text-2xl font-medium tracking-[-0.01em] text-ink-2">
        <Headline room={room} study={study} headline={headline} />
      </h1>
      <RoomTabs />
      <Conditions
        key={JSON.stringify(room.conditions)}
        room={{ ...room, services: room.answer?.services ?? [] }}
      />
      {room.trouble !== null && (
        <RoomTrouble
          problem={room.trouble}
          oldIs={room.trouble.isOld ? "read" : null}
          onRetry={room.readAgain}
        />
      )}
      {study === null && room.trouble === null && <RowsSkeleton says="Reading traces" />}
      {study !== null && (
        <div className={cn((room.isOfAnother || room.trouble !== null) && "opacity-60")}>
          <ReadingFacts study={study} room={room} />
          {study.reading.requests === 0 ? (
            <NothingFound reading={study.reading} room={room} />
          ) : (
            children(study, room)
          )}
        </div>
      )}
    </>
  );
}

interface HeadlineProps extends Pick<StudyPageProps, "headline"> {
  readonly room: StudyInView;
  readonly study: TraceStudy | null;
}

function Headline({ room, study, headline }: HeadlineProps) {
  const strong = "font-semibold text-ink";
  const untraced = useUntraced();
  if (untraced !== null && room.trouble !== null)
    return <span className={strong}>{untracedTitle(untraced)}</span>;
  if (study === null)
    return (
      <span className={strong}>
        {room.trouble === null ? `Traces of ${room.title}` : `${room.trouble.title}.`}
      </span>
    );
  if (study.reading.requests === 0)
    return (
      <span className={strong}>
        {hasConditions(room.conditions)
          ? `No request of ${room.title} meets the conditions.`
          : `No trace of ${room.title} was found.`}
      </span>
    );
  return headline(study, room);
}
