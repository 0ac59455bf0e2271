"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { templatesQuery } from "@/lib/client/queries/investigation-templates";
import type { TemplateEntry } from "@/lib/contracts/investigations/templates";
import { countWithNoun } from "@/lib/format/agreement";
import { ChangeRefusal } from "@/components/shared/forms/change-refusal";
import { OpenFormProvider, useOpenForm } from "@/components/shared/forms/leave-form";
import { ReadError } from "@/components/shared/reads/read-error";
import { Button } from "@/components/ui/button";
import { TemplateForm } from "./template-form";
import { TemplateRow } from "./template-row";

const newTemplate = "new";

/** Returns the templates with the one in the form, whose input must not disappear if another person deletes it. */
function withEdited(
  templates: readonly TemplateEntry[],
  edited: TemplateEntry | typeof newTemplate | null,
): readonly TemplateEntry[] {
  if (edited === null || edited === newTemplate) return templates;
  return templates.some(({ id }) => id === edited.id) ? templates : [...templates, edited];
}

/** Lists the templates with which the person may open investigations, and edits them. */
export function TemplatesPage() {
  const { data, error, refetch } = useQuery(templatesQuery);
  const [edited, setEdited] = useState<TemplateEntry | typeof newTemplate | null>(null);
  const guard = useOpenForm();
  const edit = (template: typeof edited): void => guard.leaveForm(() => setEdited(template));
  const close = (): void => setEdited(null);
  const templates = withEdited(data?.templates ?? [], edited);
  return (
    <>
      <h1 className="text-2xl font-medium tracking-[-0.01em] text-ink-2">
        <span className="font-semibold text-ink">
          {data === undefined
            ? "Investigation templates"
            : `${countWithNoun(templates.length, "investigation template")}.`}
        </span>{" "}
        A template fills in the title, the goal, the fields and the checklists of a new investigation.
      </h1>
      {error !== null && (
        <div className="pt-3">
          <ReadError
            error={error}
            previousContentNoun={data === undefined ? null : "list"}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data === undefined && error === null && (
        <p aria-busy className="mt-6 text-ink-2">
          Loading the templates
        </p>
      )}
      <OpenFormProvider value={guard.registerForm}>
        {templates.length > 0 && (
          <ul aria-label="Investigation templates" className="mt-6 max-w-[820px] border-t border-rule">
            {templates.map((template) => (
              <TemplateRow
                key={template.id}
                template={template}
                isEditing={edited !== null && edited !== newTemplate && edited.id === template.id}
                onEdit={() => edit(template)}
                onDone={close}
              />
            ))}
          </ul>
        )}
        {data?.canCreate === false && (
          <ChangeRefusal text="To change templates, you need the role “editor”. Ask an admin for the role." />
        )}
        {data?.canCreate === true && edited !== newTemplate && (
          <Button className="mt-6" onClick={() => edit(newTemplate)}>
            New template
          </Button>
        )}
        {edited === newTemplate && (
          <div className="mt-6">
            <TemplateForm template={null} onDone={close} />
          </div>
        )}
      </OpenFormProvider>
    </>
  );
}
