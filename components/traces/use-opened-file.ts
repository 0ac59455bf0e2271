"use client";

import { useRef, useState } from "react";
import { largestTraceFileBytes } from "@/lib/model/trace";
import { openTraces, type FileView, type OpenedTraces } from "@/lib/client/queries/open-traces";
import { formatNumber, thinSpace } from "@/lib/format/number";

export interface OpenFile {
  readonly kind: "open";
  readonly file: File;
  readonly view: FileView;
  readonly data: OpenedTraces;
  /** Another view of it is being read. */
  readonly isReading: boolean;
  /** Why another view could not be read, without a full stop; null where nothing is wrong. */
  readonly trouble: string | null;
}

export type OpenedFileState =
  | { readonly kind: "none" }
  | { readonly kind: "reading"; readonly name: string }
  | { readonly kind: "refused"; readonly name: string; readonly reason: string }
  | OpenFile;

export interface OpenedFiles {
  readonly state: OpenedFileState;
  readonly open: (file: File) => void;
  readonly look: (view: Partial<FileView>) => void;
  readonly close: () => void;
}

const firstView: FileView = { traceId: null, clock: "raw" };
const mebibyte = 1_024 * 1_024;

/** The file of traces that this page holds. It leaves the page with it. */
export function useOpenedFile(): OpenedFiles {
  const [state, setState] = useState<OpenedFileState>({ kind: "none" });
  // An answer to a file or view that was left since is not shown.
  const latest = useRef(0);

  const read = async (file: File, view: FileView, before: OpenFile | null): Promise<void> => {
    latest.current += 1;
    const own = latest.current;
    setState(before === null ? { kind: "reading", name: file.name } : { ...before, isReading: true });
    const next = await readState(file, view, before);
    if (own === latest.current) setState(next);
  };

  return {
    state,
    open: (file) => void read(file, firstView, null),
    look: (view) => {
      if (state.kind === "open") void read(state.file, { ...state.view, ...view }, state);
    },
    close: () => {
      latest.current += 1;
      setState({ kind: "none" });
    },
  };
}

async function readState(file: File, view: FileView, before: OpenFile | null): Promise<OpenedFileState> {
  const refused = (reason: string): OpenedFileState =>
    before === null
      ? { kind: "refused", name: file.name, reason }
      : { ...before, isReading: false, trouble: reason };
  if (file.size > largestTraceFileBytes) {
    const size = `${formatNumber(file.size / mebibyte)}${thinSpace}MiB`;
    return refused(`it has ${size}, and at most ${largestTraceFileBytes / mebibyte}${thinSpace}MiB are read`);
  }
  try {
    const data = await openTraces(file, view);
    return { kind: "open", file, view, data, isReading: false, trouble: null };
  } catch (error) {
    return refused(error instanceof Error ? error.message : "it cannot be read");
  }
}
