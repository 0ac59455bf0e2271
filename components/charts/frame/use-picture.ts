"use client";

import { useRef, useState, type RefObject } from "react";
import type { Origin } from "@/components/charts/prepare/picture";
import { useTimeZone } from "@/components/shared/use-time-zone";

export interface PictureDoor {
  /** For the element that holds the chart. */
  readonly place: RefObject<HTMLDivElement | null>;
  readonly save: (title: string, line: string, origin: Origin) => void;
  /** The drawing alone, for figures that have one. */
  readonly saveSvg: (title: string) => void;
  /** Why the last picture could not be saved. */
  readonly trouble: string | null;
}

/** Saves the chart in `place` as a PNG that says what it shows and where it comes from. */
export function usePicture(): PictureDoor {
  const place = useRef<HTMLDivElement>(null);
  const timeZone = useTimeZone();
  const [trouble, setTrouble] = useState<string | null>(null);
  const save = async (title: string, line: string, origin: Origin): Promise<void> => {
    if (place.current === null) return;
    try {
      // What paints it comes with the first picture.
      const [{ downloadPng }, { provenanceOf }] = await Promise.all([
        import("./download-png"),
        import("@/components/charts/prepare/picture"),
      ]);
      await downloadPng(place.current, { title, line, provenance: provenanceOf(origin, timeZone) });
      setTrouble(null);
    } catch (error) {
      setTrouble(`The picture could not be saved: ${error instanceof Error ? error.message : "unknown"}.`);
    }
  };
  const saveSvg = async (title: string): Promise<void> => {
    if (place.current === null) return;
    try {
      const { downloadSvg } = await import("./download-png");
      downloadSvg(place.current, title);
      setTrouble(null);
    } catch (error) {
      setTrouble(`The picture could not be saved: ${error instanceof Error ? error.message : "unknown"}.`);
    }
  };
  return {
    place,
    trouble,
    save: (...args) => void save(...args),
    saveSvg: (title) => void saveSvg(title),
  };
}
