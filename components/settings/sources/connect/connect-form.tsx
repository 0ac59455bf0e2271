"use client";

import { useState } from "react";
import type { PreviewSourcesResponse } from "@/lib/contracts/installation/source-preview";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { previewSources } from "./connect-requests";
import { connectSchema } from "./connect-schema";
import { PreviewResult } from "./preview-result";

const maxUrlLength = 2_000;
const emptyForm = { version: null, values: { prometheusUrl: "", jaegerUrl: "" } } as const;

/** Checks the sources at two URLs, and shows what is there and the configuration that connects them. */
export function ConnectForm() {
  const [preview, setPreview] = useState<PreviewSourcesResponse | null>(null);
  const saved = useSavedForm({
    schema: connectSchema,
    stored: emptyForm,
    save: ({ body }) => {
      setPreview(null);
      return previewSources(body);
    },
    refetch: () => Promise.resolve(),
    onSaved: setPreview,
  });
  // A check stores nothing, so a URL in the form is no unsaved change.
  const form = { ...saved, hasChanges: () => false };
  return (
    <>
      <p className="mt-1 text-ink-2">
        Ridgepoint queries the URLs once and shows which engines, deployments and signals it finds, and the
        configuration that connects them. The check sends no credentials and stores nothing.
      </p>
      <Form
        form={form}
        label="Connect your own sources"
        className="max-w-[520px] py-3"
        errorTitle="The check failed."
        submitButton={
          <Button type="submit" variant="selected" disabled={form.isSaving}>
            {form.isSaving ? "Checking" : "Check"}
          </Button>
        }
      >
        <TextField
          form={form}
          name="prometheusUrl"
          label="Prometheus URL"
          maxLength={maxUrlLength}
          spellCheck={false}
          placeholder="http://prometheus:9090"
          hint="A private address needs an entry in RIDGEPOINT_SOURCE_HOSTS, unless a configured source has it."
        />
        <TextField
          form={form}
          name="jaegerUrl"
          label="Jaeger URL (optional)"
          maxLength={maxUrlLength}
          spellCheck={false}
          placeholder="http://jaeger:16686"
        />
      </Form>
      <output className="text-xs text-ink-2">
        {form.isSaving && "The check takes up to 55 s."}
        {preview !== null && "The check is complete."}
      </output>
      {preview !== null && <PreviewResult preview={preview} />}
    </>
  );
}
