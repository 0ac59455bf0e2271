"use client";

import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ShapeMark } from "@/components/shared/status-mark";
import { RoomTabs } from "../room-tabs";
import { hasConditions } from "./condition-words";
import { Conditions } from "./conditions";
import { NothingFound } from "./nothing-found";
import { ReadingFacts } from "./reading-facts";
import { useTraceStudy, type StudyInView, type StudyTrouble } from "./use-trace-study";

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
      {room.trouble !== null && <Trouble trouble={room.trouble} onRetry={room.readAgain} />}
      {study === null && room.trouble === null && <Skeleton />}
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

function Trouble({ trouble, onRetry }: { readonly trouble: StudyTrouble; readonly onRetry: () => void }) {
  return (
    <section role="alert" className="flex max-w-2xl flex-col items-start gap-2 py-4">
      <p className="flex items-center gap-2">
        <ShapeMark shape="failed" />
        {toSentence(trouble.detail)}
      </p>
      <p className="text-ink-2">
        {trouble.next}{" "}
        {trouble.isOld ? "What stands below was read before." : "Everything but traces goes on."}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}

function Skeleton() {
  return (
    <div aria-busy className="mt-3 border-t border-rule">
      <span className="sr-only">Reading traces</span>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className="h-7 border-b border-rule py-2">
          <div className="h-2.5 rounded-sm bg-well" />
        </div>
      ))}
    </div>
  );
}
