"use client";

import { useQuery } from "@tanstack/react-query";
import { toSentence } from "@/lib/format/sentence";
import { CreateDisplayForm } from "./create-display";
import { DisplayRow } from "./display-row";
import { displaysQuery } from "./display-requests";

/** Lists the links of wall displays, creates new ones, and revokes them. */
export function DisplayLinks() {
  const { data, error } = useQuery(displaysQuery);
  return (
    <section aria-labelledby="displays" className="mt-10 max-w-[820px]">
      <h2 id="displays" className="pb-2 text-md font-semibold">
        Links for wall displays
      </h2>
      <p className="pb-2 text-xs text-ink-2">
        A link opens kiosk mode without a sign-in. Everyone who has the link can read its pages, but cannot
        change anything.
      </p>
      {error !== null && <p role="alert">{toSentence(error.message)}</p>}
      {data !== undefined && data.displays.length > 0 && (
        <ul aria-label="Links for wall displays" className="mb-4 border-t border-rule">
          {data.displays.map((display) => (
            <DisplayRow key={display.id} display={display} />
          ))}
        </ul>
      )}
      <CreateDisplayForm />
    </section>
  );
}
