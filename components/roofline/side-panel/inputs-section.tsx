"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ShapeMark } from "@/components/shared/status-mark";
import { Button } from "@/components/ui/button";
import { createSettingRows, createRoofRows, createStepRows, type InputRow } from "./input-rows";

/** Loads the form when it is opened. */
const SettingForm = dynamic(() => import("./setting-form").then((module) => module.SettingForm), {
  ssr: false,
  loading: () => <p aria-busy>Loading the form</p>,
});

interface InputsSectionProps {
  readonly data: RooflinePageData;
  readonly onSaved: () => Promise<unknown>;
}

/** Lists the inputs of the operating points with their sources, and lets the operator edit them. */
export function InputsSection({ data, onSaved }: InputsSectionProps) {
  const timeZone = useTimeZone();
  const hasMissing = data.setting.missing.length > 0;
  // Open while an input is missing, until the viewer toggles it.
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? hasMissing;
  const rows = [
    ...createSettingRows(data.setting, timeZone),
    ...createRoofRows(data),
    ...createStepRows(data.pools),
  ];
  return (
    <section aria-label="Inputs">
      <header className="flex min-h-7 items-center gap-2">
        <h2 className="mr-auto font-semibold">Inputs</h2>
        <Button
          size="sm"
          variant="ghost"
          className="print:hidden"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Close" : "Edit"}
        </Button>
      </header>
      {isOpen && (
        <SettingForm
          deployment={data.deployment}
          setting={data.setting}
          onDone={() => setOpen(false)}
          onSaved={onSaved}
        />
      )}
      <table className="tnum w-full text-left text-xs">
        <thead className="sr-only">
          <tr>
            <th scope="col">Input</th>
            <th scope="col">Value</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <InputTableRow key={row.name} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function InputTableRow({ row: { name, value, originText, warnings } }: { readonly row: InputRow }) {
  return (
    <tr className="border-t border-rule align-baseline">
      <th scope="row" className="py-0.5 pr-2 font-normal text-ink-2">
        {name}
      </th>
      <td className="py-0.5 text-right md:whitespace-nowrap">
        {value ?? (
          <span className="inline-flex items-center gap-1 text-unknown">
            <ShapeMark shape="unknown" className="size-2.5" />
            unknown
          </span>
        )}
      </td>
      <td className="w-[47%] py-0.5 pl-3 text-2xs text-ink-2 [overflow-wrap:anywhere]">
        {originText}
        {warnings.map((warning) => (
          <span key={warning} className="flex items-baseline gap-1 text-ink">
            <ShapeMark shape="unusual" className="size-2" />
            {warning}
          </span>
        ))}
      </td>
    </tr>
  );
}
