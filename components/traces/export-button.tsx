"use client";

import { useState } from "react";
import type { ExportForm } from "@/lib/contracts/trace-export";
import { buttonClasses } from "@/components/ui/button-classes";
import { saveFile } from "@/components/charts/frame/save-file";
import { PopoverButton } from "@/components/ui/popover-button";

const forms: readonly { readonly form: ExportForm; readonly name: string; readonly note: string }[] = [
  { form: "otlp", name: "OTLP JSON", note: "to the nanosecond" },
  { form: "jaeger", name: "Jaeger JSON", note: "to the microsecond" },
  { form: "chrome", name: "Chrome trace", note: "for Perfetto and chrome://tracing" },
];

interface ExportProps {
  readonly traceId: string;
  /** Makes the file of a trace that no source has; a stored one has an address. */
  readonly make?: (form: ExportForm, isTextKept: boolean) => Promise<Blob>;
}

/** The trace as a file, and the way to Perfetto. */
export function ExportButton(props: ExportProps) {
  return (
    <PopoverButton
      align="end"
      heading="Export"
      face={{ label: "Export", className: buttonClasses("ghost", "sm"), children: "Export" }}
    >
      {() => <Export {...props} />}
    </PopoverButton>
  );
}

function Export(props: ExportProps) {
  const [isTextKept, setTextKept] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const to = { ...props, isTextKept, onTrouble: setTrouble };
  return (
    <div className="flex w-80 max-w-full flex-col gap-3 text-xs">
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={isTextKept}
          onChange={(event) => setTextKept(event.currentTarget.checked)}
        />
        With the texts of prompts and answers
      </label>
      <ul className="flex flex-col">
        {forms.map(({ form, name, note }) => (
          <li key={form} className="flex justify-between gap-3 border-t border-rule py-1">
            <SaveAs {...to} form={form} title={name} />
            <span className="text-ink-3">{note}</span>
          </li>
        ))}
      </ul>
      {trouble !== null && (
        <p role="alert" className="text-bad">
          It cannot be exported: {trouble}.
        </p>
      )}
      <div className="border-t border-rule pt-2">
        <p className="font-semibold">Open in Perfetto</p>
        <p className="pt-1 text-ink-2">
          Save the <SaveAs {...to} form="chrome" title="Chrome trace" />, then open that file at{" "}
          <a
            className="text-accent hover:underline"
            href="https://ui.perfetto.dev"
            target="_blank"
            rel="noopener noreferrer"
          >
            ui.perfetto.dev
          </a>
          , a page of Google's that reads it in your browser. This page sends it nothing.
        </p>
      </div>
    </div>
  );
}

interface SaveProps extends ExportProps {
  readonly form: ExportForm;
  readonly title: string;
  readonly isTextKept: boolean;
  readonly onTrouble: (trouble: string | null) => void;
}

const look = "text-accent hover:underline";

/** A link where the file has an address, else a button that makes it. */
function SaveAs({ traceId, make, form, title, isTextKept, onTrouble }: SaveProps) {
  const file = `trace-${traceId}.${form}.json`;
  if (make === undefined) {
    const address = `/api/v1/traces/${traceId}/export?as=${form}&text=${isTextKept ? "kept" : "left-out"}`;
    return (
      <a className={look} href={address} download={file}>
        {title}
      </a>
    );
  }
  const save = async (): Promise<void> => {
    onTrouble(null);
    try {
      saveFile(file, await make(form, isTextKept));
    } catch (error) {
      onTrouble(error instanceof Error ? error.message : "it cannot be written");
    }
  };
  return (
    <button type="button" className={look} onClick={() => void save()}>
      {title}
    </button>
  );
}
