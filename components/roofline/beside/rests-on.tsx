"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { RooflineRoom } from "@/lib/contracts/roofline";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ShapeMark } from "@/components/shared/status-mark";
import { Button } from "@/components/ui/button";
import { factRows, roofRows, stepRows, type RestRow } from "./rest-rows";

/** The form comes when somebody wants to change something. */
const SettingForm = dynamic(() => import("./setting-form").then((module) => module.SettingForm), {
  ssr: false,
  loading: () => <p aria-busy>Loading the form</p>,
});

interface RestsOnProps {
  readonly room: RooflineRoom;
  readonly onWritten: () => Promise<unknown>;
}

/** Everything that the points follow from, each with where it was had; a person may say otherwise. */
export function RestsOn({ room, onWritten }: RestsOnProps) {
  const timeZone = useTimeZone();
  const isAsked = room.setting.missing.length > 0;
  // Open while something is asked, until a person says otherwise.
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isAsked;
  const rows = [...factRows(room.setting, timeZone), ...roofRows(room), ...stepRows(room.pools)];
  return (
    <section aria-label="What this rests on">
      <header className="flex min-h-7 items-center gap-2">
        <h2 className="mr-auto font-semibold">What this rests on</h2>
        <Button size="sm" look="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Close" : "Change"}
        </Button>
      </header>
      {isOpen && (
        <SettingForm
          deployment={room.deployment}
          setting={room.setting}
          onDone={() => setOpen(false)}
          onWritten={onWritten}
        />
      )}
      <table className="tnum w-full text-left text-xs">
        <thead className="sr-only">
          <tr>
            <th scope="col">What</th>
            <th scope="col">Value</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Rest key={row.name} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Rest({ row: { name, value, from, doubts } }: { readonly row: RestRow }) {
  return (
    <tr className="border-t border-rule align-baseline">
      <th scope="row" className="py-0.5 pr-2 font-normal text-ink-2">
        {name}
      </th>
      <td className="py-0.5 text-right md:whitespace-nowrap">
        {value ?? (
          <span className="inline-flex items-center gap-1 text-unknown">
            <ShapeMark shape="unknown" className="size-2.5" />
            unknown
          </span>
        )}
      </td>
      <td className="w-[47%] py-0.5 pl-3 text-2xs text-ink-2 [overflow-wrap:anywhere]">
        {from}
        {doubts.map((doubt) => (
          <span key={doubt} className="flex items-baseline gap-1 text-ink">
            <ShapeMark shape="unusual" className="size-2" />
            {doubt}
          </span>
        ))}
      </td>
    </tr>
  );
}
