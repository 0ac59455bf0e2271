"use client";

import { useRef, useState } from "react";
import { maxTraceFileBytes } from "@/lib/model/traces/trace";
import type { DroppedFile } from "@/components/ui/drop-area";
import { openTraces, type OpenTracesOptions, type OpenedTraces } from "@/lib/client/queries/open-traces";
import { formatNumber, thinSpace } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";

interface OpenFileView extends OpenTracesOptions {
  /** Span that is selected when the trace opens. Null selects the first span. */
  readonly spanId: string | null;
}

/** Opened trace file with the selected view. */
export interface OpenFile {
  readonly kind: "open";
  readonly file: File;
  readonly view: OpenFileView;
  readonly data: OpenedTraces;
  /** True while another view of the file is loading. */
  readonly isReading: boolean;
  /** Reason why another view could not be loaded, without a full stop. Null if there is no error. */
  readonly error: string | null;
  /** Number of files that were dropped at the same time and ignored. */
  readonly skippedCount: number;
}

/** State of the opened trace file. */
export type OpenedFileState =
  | { readonly kind: "none" }
  | { readonly kind: "reading"; readonly name: string }
  | {
      readonly kind: "refused";
      readonly name: string;
      readonly reason: string;
      readonly skippedCount: number;
    }
  | OpenFile;

/** Opened trace file, and functions to open, change and close it. */
export interface OpenedFileControl {
  readonly state: OpenedFileState;
  readonly open: (file: File) => void;
  /** Opens the first dropped entry that is a file. */
  readonly drop: (dropped: readonly DroppedFile[]) => void;
  readonly changeView: (view: Partial<OpenFileView>) => void;
  readonly close: () => void;
}

/** Explains that the other dropped files were ignored. */
export function skippedFilesText(skippedCount: number): string {
  return `Only one file can be open. ${countWithNoun(skippedCount, "other dropped file was", "other dropped files were")} ignored.`;
}

const firstView: OpenFileView = { traceId: null, spanId: null, clock: "raw" };
const folderReason = "it is a folder, not a trace file";
const mebibyte = 1_024 * 1_024;

/** Manages the trace file that is open in this page. Leaving the page closes the file. */
export function useOpenedFile(): OpenedFileControl {
  const [state, setState] = useState<OpenedFileState>({ kind: "none" });
  // A response for a previous file or view is ignored.
  const latest = useRef(0);

  const read = async (file: File, view: OpenFileView, previous: OpenFile | number): Promise<void> => {
    latest.current += 1;
    const readNumber = latest.current;
    setState(
      typeof previous === "number" ? { kind: "reading", name: file.name } : { ...previous, isReading: true },
    );
    const next = await readState(file, view, previous);
    if (readNumber === latest.current) setState(next);
  };

  const drop = (dropped: readonly DroppedFile[]): void => {
    const [first] = dropped;
    const wanted = dropped.find(({ isFolder }) => !isFolder);
    const skippedCount = dropped.length - 1;
    if (wanted !== undefined) return void read(wanted.file, firstView, skippedCount);
    if (first === undefined) return;
    latest.current += 1;
    setState({ kind: "refused", name: first.file.name, reason: folderReason, skippedCount });
  };

  return {
    state,
    open: (file) => drop([{ file, isFolder: false }]),
    drop,
    changeView: (view) => {
      if (state.kind === "open") void read(state.file, { ...state.view, ...view }, state);
    },
    close: () => {
      latest.current += 1;
      setState({ kind: "none" });
    },
  };
}

/** `previous` is the open file whose view changes, or the number of files dropped together with a new file. */
async function readState(
  file: File,
  view: OpenFileView,
  previous: OpenFile | number,
): Promise<OpenedFileState> {
  const skippedCount = typeof previous === "number" ? previous : previous.skippedCount;
  const refused = (reason: string): OpenedFileState =>
    typeof previous === "number"
      ? { kind: "refused", name: file.name, reason, skippedCount }
      : { ...previous, isReading: false, error: reason };
  if (file.size > maxTraceFileBytes) {
    const size = `${formatNumber(file.size / mebibyte)}${thinSpace}MiB`;
    return refused(`its size is ${size}, and the limit is ${maxTraceFileBytes / mebibyte}${thinSpace}MiB`);
  }
  if (!(await isReadable(file)))
    return refused(
      "the browser cannot read it. It is a folder, or it was moved or changed after you chose it",
    );
  try {
    const data = await openTraces(file, view);
    return { kind: "open", file, view, data, isReading: false, error: null, skippedCount };
  } catch (error) {
    return refused(error instanceof Error ? error.message : "it cannot be read");
  }
}

/** Uploading an unreadable file would look like a server that does not respond. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
