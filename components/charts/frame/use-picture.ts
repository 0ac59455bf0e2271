"use client";

import { useRef, useState, type RefObject } from "react";
import type { Answer } from "@/lib/model/answer";
import type { Origin } from "@/components/charts/prepare/picture";
import { useTimeZone } from "@/components/shared/use-time-zone";

export interface PictureDoor {
  /** For the element that holds the chart. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly save: (title: string, line: string, origin: Origin) => void;
  /** The drawing alone, for figures that have one. */
  readonly saveSvg: (title: string) => void;
  /** The numbers that are drawn. */
  readonly saveCsv: (title: string, answer: Answer) => void;
  /** Why the last one could not be saved. */
  readonly trouble: string | null;
}

/** Saves the chart in `place` as a PNG that says what it shows and where it comes from, or its numbers. */
export function usePicture(): PictureDoor {
  const place = useRef<HTMLDivElement>(null);
  const timeZone = useTimeZone();
  const [trouble, setTrouble] = useState<string | null>(null);
  // What writes a file comes with the first one.
  const attempt = async (what: string, write: (shown: HTMLDivElement) => Promise<void>): Promise<void> => {
    if (place.current === null) return;
    try {
      await write(place.current);
      setTrouble(null);
    } catch (error) {
      setTrouble(`The ${what} could not be saved: ${error instanceof Error ? error.message : "unknown"}.`);
    }
  };
  const save = (title: string, line: string, origin: Origin): Promise<void> =>
    attempt("picture", async (shown) => {
      const [{ downloadPng }, { provenanceOf }] = await Promise.all([
        import("./download-png"),
        import("@/components/charts/prepare/picture"),
      ]);
      await downloadPng(shown, { title, line, provenance: provenanceOf(origin, timeZone) });
    });
  const saveSvg = (title: string): Promise<void> =>
    attempt("picture", async (shown) => {
      const { downloadSvg } = await import("./download-png");
      downloadSvg(shown, title);
    });
  const saveCsv = (title: string, answer: Answer): Promise<void> =>
    attempt("file", async () => {
      const { downloadCsv } = await import("./download-csv");
      downloadCsv(title, answer);
    });
  return {
    place,
    trouble,
    save: (...args) => void save(...args),
    saveSvg: (title) => void saveSvg(title),
    saveCsv: (title, answer) => void saveCsv(title, answer),
  };
}
