"use client";

import { useRef, useState, type RefObject } from "react";
import type { Answer } from "@/lib/model/answer";
import type { ImageProvenance } from "@/components/charts/prepare/image-layout";
import type { FileTime } from "./save-file";
import { useTimeZone } from "@/components/shared/use-time-zone";

/** Functions that save a chart as a file, and the error of the last export. */
export interface ImageExport {
  /** Ref to the element with the chart. */
  readonly container: RefObject<HTMLDivElement | null>;
  /** Saves the chart with its caption: title, summary line and provenance. */
  readonly savePng: (title: string, summary: string, provenance: ImageProvenance) => void;
  /** Saves the SVG file of a chart that is drawn as SVG. The file has no caption. */
  readonly saveSvg: (title: string, time: FileTime) => void;
  /** Saves the drawn values. */
  readonly saveCsv: (title: string, answer: Answer) => void;
  /** Reason why the last export failed. Null if it did not fail. */
  readonly exportError: string | null;
}

/** Exports the chart in `container` as PNG or SVG, or its values as CSV. */
export function useImageExport(): ImageExport {
  const container = useRef<HTMLDivElement>(null);
  const timeZone = useTimeZone();
  const [exportError, setExportError] = useState<string | null>(null);
  // The export code is loaded with the first export.
  const attempt = async (
    fileKind: string,
    write: (element: HTMLDivElement) => Promise<void>,
  ): Promise<void> => {
    if (container.current === null) return;
    try {
      await write(container.current);
      setExportError(null);
    } catch (error) {
      setExportError(
        `The ${fileKind} could not be saved: ${error instanceof Error ? error.message : "unknown"}.`,
      );
    }
  };
  const savePng = (title: string, summary: string, provenance: ImageProvenance): Promise<void> =>
    attempt("picture", async (element) => {
      const [{ downloadPng }, { provenanceLines }] = await Promise.all([
        import("./download-png"),
        import("@/components/charts/prepare/image-layout"),
      ]);
      await downloadPng(
        element,
        { title, summary, provenance: provenanceLines(provenance, timeZone) },
        provenance.window,
      );
    });
  const saveSvg = (title: string, time: FileTime): Promise<void> =>
    attempt("picture", async (element) => {
      const { downloadSvg } = await import("./download-png");
      downloadSvg(element, title, time);
    });
  const saveCsv = (title: string, answer: Answer): Promise<void> =>
    attempt("file", async () => {
      const { downloadCsv } = await import("./download-csv");
      downloadCsv(title, answer);
    });
  return {
    container,
    exportError,
    savePng: (...args) => void savePng(...args),
    saveSvg: (...args) => void saveSvg(...args),
    saveCsv: (title, answer) => void saveCsv(title, answer),
  };
}
