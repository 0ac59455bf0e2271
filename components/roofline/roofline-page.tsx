"use client";

import type { RooflineRoom } from "@/lib/contracts/roofline";
import { cn } from "@/components/ui/cn";
import { SentenceText } from "@/components/shared/sentence-text";
import { AgreementNotes } from "./beside/agreement-notes";
import { RestsOn } from "./beside/rests-on";
import { StepSection } from "./beside/step-section";
import { PointsFigure } from "./points/points-figure";
import { RoomFacts } from "./room-facts";
import { RooflineTabs } from "./roofline-tabs";
import { RoomTrouble } from "./room-trouble";
import { RoofSkeleton } from "./roof-skeleton";
import { useRoom } from "./use-room";
import { useWhatIf } from "./what-if/use-what-if";
import { WhatIfSection } from "./what-if/what-if-section";

/** Where a deployment's decode and prefill stand under the roof of its accelerator, what that rests on, and what would move them. */
export function RooflinePage() {
  const { room, title, trouble, isOfBefore, readAgain } = useRoom();
  return (
    <div className={cn(isOfBefore && "opacity-60")}>
      <RooflineHeadline room={room} title={title} />
      <RooflineTabs />
      {trouble !== null && (
        <RoomTrouble detail={trouble} isOld={room !== null} onRetry={() => void readAgain()} />
      )}
      {room === null && trouble === null && <RoofSkeleton />}
      {room !== null && <RoomBody room={room} onWritten={readAgain} />}
    </div>
  );
}

function RooflineHeadline({
  room,
  title,
}: {
  readonly room: RooflineRoom | null;
  readonly title: string | null;
}) {
  const [first, ...others] = room?.pools ?? [];
  const asks = first === undefined ? (room?.asks ?? null) : null;
  return (
    <header className="pb-3">
      <h1 className="max-w-[1040px] text-2xl font-medium tracking-[-0.01em] text-ink-2">
        {first !== undefined && <SentenceText sentence={first.headline} />}
        {asks !== null && <SentenceText sentence={asks} />}
        {first === undefined && asks === null && (
          <span className="font-semibold text-ink">{title === null ? "Roofline" : `${title}: roofline`}</span>
        )}
      </h1>
      {first !== undefined && (
        <p className="mt-1 max-w-[1040px] text-ink-2">
          <SentenceText sentence={first.detail} />
        </p>
      )}
      {others.map((pool) => (
        <p key={pool.role} className="mt-1 max-w-[1040px] text-ink-2">
          <SentenceText sentence={pool.headline} /> <SentenceText sentence={pool.detail} />
        </p>
      ))}
    </header>
  );
}

interface RoomBodyProps {
  readonly room: RooflineRoom;
  readonly onWritten: () => Promise<unknown>;
}

function RoomBody({ room, onWritten }: RoomBodyProps) {
  const whatIf = useWhatIf(room);
  return (
    <>
      <RoomFacts room={room} />
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,752fr)_minmax(0,384fr)]">
        {room.roof !== null && <PointsFigure room={room} roof={room.roof} ghost={whatIf.ghost} />}
        <div className="flex min-w-0 flex-col gap-6">
          <AgreementNotes pools={room.pools} />
          <StepSection pools={room.pools} />
          <WhatIfSection whatIf={whatIf} />
          <RestsOn room={room} onWritten={onWritten} />
        </div>
      </div>
    </>
  );
}
