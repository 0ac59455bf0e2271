"use client";

import { useState } from "react";
import type { ExportForm } from "@/lib/contracts/trace-export";
import { buttonClasses } from "@/components/ui/button-classes";
import { PopoverButton } from "@/components/ui/popover-button";

const forms: readonly { readonly form: ExportForm; readonly name: string; readonly note: string }[] = [
  { form: "otlp", name: "OTLP JSON", note: "to the nanosecond" },
  { form: "jaeger", name: "Jaeger JSON", note: "to the microsecond" },
  { form: "chrome", name: "Chrome trace", note: "for Perfetto and chrome://tracing" },
];

/** The trace as a file, and the way to Perfetto. */
export function ExportButton({ traceId }: { readonly traceId: string }) {
  return (
    <PopoverButton
      align="end"
      heading="Export"
      face={{ label: "Export", className: buttonClasses("ghost", "sm"), children: "Export" }}
    >
      {() => <Export traceId={traceId} />}
    </PopoverButton>
  );
}

function Export({ traceId }: { readonly traceId: string }) {
  const [isTextKept, setTextKept] = useState(false);
  const addressOf = (form: ExportForm): string =>
    `/api/v1/traces/${traceId}/export?as=${form}&text=${isTextKept ? "kept" : "left-out"}`;
  const file = (form: ExportForm): string => `trace-${traceId}.${form}.json`;
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
            <a className="text-accent hover:underline" href={addressOf(form)} download={file(form)}>
              {name}
            </a>
            <span className="text-ink-3">{note}</span>
          </li>
        ))}
      </ul>
      <div className="border-t border-rule pt-2">
        <p className="font-semibold">Open in Perfetto</p>
        <p className="pt-1 text-ink-2">
          Save the{" "}
          <a className="text-accent hover:underline" href={addressOf("chrome")} download={file("chrome")}>
            Chrome trace
          </a>
          , then open that file at{" "}
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
