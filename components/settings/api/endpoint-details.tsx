"use client";

import { useState } from "react";
import type { DescribedEndpoint } from "./endpoint-groups";

/** One endpoint of the API. When it is open, its rules and schemas are visible. */
export function EndpointDetails({ endpoint }: { readonly endpoint: DescribedEndpoint }) {
  const { method, path, operation } = endpoint;
  const { summary, description, operationId, tags: _tags, ...schemas } = operation;
  return (
    <li className="border-b border-rule">
      <OpenedDetails
        summary={
          <>
            <span className="inline-block w-14 font-mono text-xs text-ink-2">{method}</span>
            <code className="font-mono text-xs wrap-anywhere">{path}</code>{" "}
            <span className="text-xs text-ink-2">{summary}</span>
          </>
        }
      >
        <p className="pt-1 text-xs text-ink-2">
          {description} Operation <code className="font-mono">{operationId}</code>.
        </p>
        <SchemaText label={`Schemas of ${method} ${path}`} schema={schemas} />
      </OpenedDetails>
    </li>
  );
}

interface OpenedDetailsProps {
  readonly summary: React.ReactNode;
  readonly children: React.ReactNode;
}

/** Renders its content only while it is open, because the schemas of all endpoints are long. */
export function OpenedDetails({ summary, children }: OpenedDetailsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-1.5">{summary}</summary>
      {isOpen && <div className="pb-3">{children}</div>}
    </details>
  );
}

/** A JSON schema as text. */
export function SchemaText({ label, schema }: { readonly label: string; readonly schema: unknown }) {
  return (
    <pre
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-2 max-h-96 overflow-auto rounded-sm bg-well p-2 font-mono text-2xs"
    >
      {JSON.stringify(schema, null, 2)}
    </pre>
  );
}
