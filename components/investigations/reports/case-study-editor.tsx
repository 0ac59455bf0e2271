"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CaseStudyEntry, EditCaseStudyBody } from "@/lib/contracts/investigations/reports/case-studies";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { fail, succeed } from "@/lib/base/result";
import { titleError } from "@/lib/model/event";
import {
  caseStudyLimits,
  caseStudyPartTitles,
  caseStudyParts,
  caseStudyTitleRules,
} from "@/lib/model/investigation/reports/case-study";
import { ChoiceField, LinesField, TextField } from "@/components/shared/forms/fields";
import {
  exactTextField,
  nullIfEmpty,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { ReadError } from "@/components/shared/reads/read-error";
import { investigationKey } from "../investigation-requests";
import { findCaseStudySaveAuthor } from "../timeline/find-last-save-author";
import { caseStudyQuery, editCaseStudy } from "./report-requests";

interface CaseStudyValues {
  readonly title: string;
  readonly problem: string;
  readonly cause: string;
  readonly fix: string;
  readonly effect: string;
  readonly causeClass: string;
  /** Selected option: "published" or "draft". */
  readonly publication: string;
}

const partField = exactTextField((text) =>
  text.trim() === "" ? fail("Describe this part.") : succeed(text),
);

const schema: FormSchema<CaseStudyValues, EditCaseStudyBody> = z.pipe(
  z.object({
    title: textField(validatedBy((text) => titleError(text, caseStudyTitleRules))),
    problem: partField,
    cause: partField,
    fix: partField,
    effect: partField,
    causeClass: textField(nullIfEmpty(succeed)),
    publication: z.string(),
  }),
  z.transform(({ publication, ...body }) => ({ ...body, isPublished: publication === "published" })),
);

interface CaseStudyEditorProps {
  readonly page: InvestigationResponse;
  readonly onClose: () => void;
}

/** Loads the case study or its proposal, and opens its form. */
export function CaseStudyEditor({ page, onClose }: CaseStudyEditorProps) {
  const { data, error, refetch } = useQuery(caseStudyQuery(page.investigation.number));
  if (error !== null && data === undefined)
    return <ReadError error={error} previousContentNoun={null} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <p aria-busy className="py-2 text-ink-2">
        Loading the case study
      </p>
    );
  return <CaseStudyForm page={page} caseStudy={data.caseStudy} onClose={onClose} />;
}

interface CaseStudyFormProps extends CaseStudyEditorProps {
  readonly caseStudy: CaseStudyEntry;
}

function CaseStudyForm({ page, caseStudy, onClose }: CaseStudyFormProps) {
  const queries = useQueryClient();
  const { number } = page.investigation;
  const form = useSavedForm({
    schema,
    stored: { version: caseStudy.version, values: toValues(caseStudy) },
    save: ({ body, version }) => editCaseStudy(number, version, body),
    refetch: async () => {
      await queries.invalidateQueries({ queryKey: caseStudyQuery(number).queryKey });
      await queries.invalidateQueries({ queryKey: investigationKey(number) });
    },
    lastSave: findCaseStudySaveAuthor(page),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label="Case study"
      saveLabel="Save case study"
      className="max-w-[760px] py-3"
      takesFocus
      onCancel={onClose}
    >
      {caseStudy.version === 0 && (
        <p className="text-xs text-ink-2">
          The texts are a proposal from the record of the investigation. Nothing is saved yet.
        </p>
      )}
      <TextField form={form} name="title" label="Title of the case study" />
      {caseStudyParts.map((part) => (
        <LinesField key={part} form={form} name={part} label={caseStudyPartTitles[part]} rows={4} />
      ))}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField
          form={form}
          name="causeClass"
          label="Class of the cause (optional)"
          placeholder="memory capacity"
          maxLength={caseStudyLimits.maxClassLength}
        />
        <ChoiceField
          form={form}
          name="publication"
          label="Publication"
          options={[
            ["draft", "Not published"],
            ["published", "Published in the list of case studies"],
          ]}
          hint="Possible when the investigation is resolved."
        />
      </div>
    </Form>
  );
}

function toValues({
  publishedAtMs,
  causeClass,
  title,
  problem,
  cause,
  fix,
  effect,
}: CaseStudyEntry): CaseStudyValues {
  return {
    title,
    problem,
    cause,
    fix,
    effect,
    causeClass: causeClass ?? "",
    publication: publishedAtMs === null ? "draft" : "published",
  };
}
