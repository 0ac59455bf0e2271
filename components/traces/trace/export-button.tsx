"use client";

import { useState } from "react";
import type { ExportFormat } from "@/lib/contracts/traces/trace-export";
import { buttonClasses } from "@/components/ui/button-classes";
import { saveFile } from "@/components/charts/frame/save-file";
import { PopoverButton } from "@/components/ui/popover-button";

const exportFormats: readonly {
  readonly form: ExportFormat;
  readonly name: string;
  readonly note: string;
}[] = [
  { form: "otlp", name: "OTLP JSON", note: "nanosecond precision" },
  { form: "jaeger", name: "Jaeger JSON", note: "microsecond precision" },
  { form: "chrome", name: "Chrome trace", note: "for Perfetto and chrome://tracing" },
];

interface ExportProps {
  readonly traceId: string;
  /** Creates the file of a trace that no source stores. Absent for a stored trace, which has a download URL. */
  readonly createFile?: (form: ExportFormat, includesText: boolean) => Promise<Blob>;
}

/** Exports the trace as a file and explains how to open it in Perfetto. */
export function ExportButton(props: ExportProps) {
  return (
    <PopoverButton
      align="end"
      heading="Export"
      triggerProps={{ label: "Export", className: buttonClasses("ghost", "sm"), children: "Export" }}
    >
      {() => <Export {...props} />}
    </PopoverButton>
  );
}

function Export(props: ExportProps) {
  const [includesText, setIncludesText] = useState(false);
  const [exportError, setExportError] = useState<string | null>(null);
  const saveProps = { ...props, includesText: includesText, onError: setExportError };
  return (
    <div className="flex w-80 max-w-full flex-col gap-3 text-xs">
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={includesText}
          onChange={(event) => setIncludesText(event.currentTarget.checked)}
        />
        Include texts of prompts and completions
      </label>
      <ul className="flex flex-col">
        {exportFormats.map(({ form, name, note }) => (
          <li key={form} className="flex justify-between gap-3 border-t border-rule py-1">
            <SaveAs {...saveProps} form={form} title={name} />
            <span className="text-ink-3">{note}</span>
          </li>
        ))}
      </ul>
      {exportError !== null && (
        <p role="alert" className="text-bad">
          Export failed: {exportError}.
        </p>
      )}
      <div className="border-t border-rule pt-2">
        <p className="font-semibold">Open in Perfetto</p>
        <p className="pt-1 text-ink-2">
          Save the <SaveAs {...saveProps} form="chrome" title="Chrome trace" />, then open that file at{" "}
          <a
            className="text-accent hover:underline"
            href="https://ui.perfetto.dev"
            target="_blank"
            rel="noopener noreferrer"
          >
            ui.perfetto.dev
          </a>
          . This Google page processes the file in your browser. Ridgepoint sends nothing to it.
        </p>
      </div>
    </div>
  );
}

interface SaveProps extends ExportProps {
  readonly form: ExportFormat;
  readonly title: string;
  readonly includesText: boolean;
  readonly onError: (exportError: string | null) => void;
}

const linkClasses = "text-accent hover:underline";

/** Renders a link if the file has a URL, or a button that creates the file. */
function SaveAs({ traceId, createFile, form, title, includesText, onError }: SaveProps) {
  const file = `trace-${traceId}.${form}.json`;
  if (createFile === undefined) {
    const address = `/api/v1/traces/${traceId}/export?as=${form}&text=${includesText ? "include" : "omit"}`;
    return (
      <a className={linkClasses} href={address} download={file}>
        {title}
      </a>
    );
  }
  const save = async (): Promise<void> => {
    onError(null);
    try {
      saveFile(file, await createFile(form, includesText));
    } catch (error) {
      onError(error instanceof Error ? error.message : "the file could not be created");
    }
  };
  return (
    <button type="button" className={linkClasses} onClick={() => void save()}>
      {title}
    </button>
  );
}
