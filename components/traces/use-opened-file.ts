"use client";

import { useRef, useState } from "react";
import { maxTraceFileBytes } from "@/lib/model/trace";
import { openTraces, type FileView, type OpenedTraces } from "@/lib/client/queries/open-traces";
import { formatCount, formatNumber, thinSpace } from "@/lib/format/number";

interface OpenFileView extends FileView {
  /** The span at which the trace is opened; null for its first. */
  readonly spanId: string | null;
}

export interface OpenFile {
  readonly kind: "open";
  readonly file: File;
  readonly view: OpenFileView;
  readonly data: OpenedTraces;
  /** Another view of it is being read. */
  readonly isReading: boolean;
  /** Why another view could not be read, without a full stop; null where nothing is wrong. */
  readonly error: string | null;
  /** What was dropped with it and is not looked at. */
  readonly skippedCount: number;
}

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

export interface OpenedFiles {
  readonly state: OpenedFileState;
  readonly open: (file: File) => void;
  /** The first of them that is a file. */
  readonly drop: (dropped: readonly DroppedFile[]) => void;
  readonly changeView: (view: Partial<OpenFileView>) => void;
  readonly close: () => void;
}

export interface DroppedFile {
  readonly file: File;
  readonly isFolder: boolean;
}

/** That one file alone is opened, where more were dropped. */
export function skippedFilesText(skippedCount: number): string {
  return skippedCount === 1
    ? "One file is opened at a time: the other that was dropped with it was left."
    : `One file is opened at a time: the ${formatCount(skippedCount)} others that were dropped with it were left.`;
}

const firstView: OpenFileView = { traceId: null, spanId: null, clock: "raw" };
const folderReason = "it is a folder, and a file of traces is wanted";
const mebibyte = 1_024 * 1_024;

/** The file of traces that this page holds. It leaves the page with it. */
export function useOpenedFile(): OpenedFiles {
  const [state, setState] = useState<OpenedFileState>({ kind: "none" });
  // An answer to a file or view that was left since is not shown.
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

/** `before` is the view that is left, or how many others were dropped with a file that is opened now. */
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
    return refused(`it has ${size}, and at most ${maxTraceFileBytes / mebibyte}${thinSpace}MiB are read`);
  }
  if (!(await isReadable(file)))
    return refused(
      "this browser cannot read it: it is a folder, or was moved or changed since it was chosen",
    );
  try {
    const data = await openTraces(file, view);
    return { kind: "open", file, view, data, isReading: false, error: null, skippedCount };
  } catch (error) {
    return refused(error instanceof Error ? error.message : "it cannot be read");
  }
}

/** Sending what cannot be read fails as if the server did not answer. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
