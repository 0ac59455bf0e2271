"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fail, succeed } from "@/lib/base/result";
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import { retainMentions } from "@/lib/model/investigation/find-mentions";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { LinesField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { Choice } from "@/components/ui/choice";
import { DiscardDraft } from "../drafts/discard-draft";
import { DraftLoader } from "../drafts/draft-loader";
import { DraftStatus } from "../drafts/draft-status";
import type { DraftWriter } from "../drafts/draft-writer";
import { skipQuestionIfDraftStored, useDraft } from "../drafts/use-draft";
import { addMention, retainMentionedPeople } from "./mention-text";
import { addComment, editComment } from "../record-requests";
import { investigationKey, investigationPeopleQuery } from "../investigation-requests";

interface CommentValues {
  readonly text: string;
}

const { maxCommentLength } = investigationLimits;

const schema: FormSchema<CommentValues, CommentValues> = z.object({
  text: textField((text) => {
    if (text === "") return fail("Write a comment first.");
    return text.length > maxCommentLength
      ? fail(`Must have at most ${maxCommentLength} characters, but has ${text.length}.`)
      : succeed(text);
  }),
});

function isCommentValues(values: unknown): values is CommentValues {
  return typeof (values as Partial<CommentValues> | null | undefined)?.text === "string";
}

/** Adds a comment to the timeline. */
export function CommentForm({ number }: { readonly number: number }) {
  const [restartCount, setRestartCount] = useState(0);
  const restart = (): void => setRestartCount((count) => count + 1);
  return (
    <DraftLoader number={number} part="comment" isValues={isCommentValues}>
      {(writer) => <CommentFields key={restartCount} number={number} writer={writer} onDone={restart} />}
    </DraftLoader>
  );
}

interface EditedComment extends Pick<TimelineEntry, "id" | "version">, CommentValues {
  readonly mentions: readonly string[];
}

interface EditedCommentFormProps {
  readonly number: number;
  readonly edited: EditedComment;
  readonly onClose: () => void;
}

/** Edits a comment of the person. */
export function EditedCommentForm({ number, edited, onClose }: EditedCommentFormProps) {
  return (
    <DraftLoader number={number} part={`comment:${edited.id}`} isValues={isCommentValues}>
      {(writer) => (
        <CommentFields number={number} edited={edited} writer={writer} onCancel={onClose} onDone={onClose} />
      )}
    </DraftLoader>
  );
}

interface CommentFieldsProps {
  readonly number: number;
  /** The comment to edit. Absent for a new one. */
  readonly edited?: EditedComment;
  readonly writer: DraftWriter<CommentValues>;
  /** Closes the form of an edited comment without a change. The draft remains. */
  readonly onCancel?: () => void;
  readonly onDone: () => void;
}

/** The form of a new or an edited comment. "@" and the name of a person mention this person. */
function CommentFields({ number, edited, writer, onCancel, onDone }: CommentFieldsProps) {
  const queries = useQueryClient();
  const people = useQuery(investigationPeopleQuery).data?.people ?? [];
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const draft = writer.getUnsavedInput();
  const form = useSavedForm({
    schema,
    ...(draft === null ? {} : { draft }),
    stored: { version: edited?.version ?? null, values: { text: edited?.text ?? "" } },
    save: ({ body: { text }, idempotencyKey, version }) => {
      const chosen = retainMentionedPeople(text, people, chosenIds);
      if (edited === undefined) return addComment(number, { text, mentions: chosen }, idempotencyKey);
      const texts = { before: edited.text, after: text };
      const mentions = [...new Set([...retainMentions(edited.mentions, people, texts), ...chosen])];
      // Without a choice, the server decides which mentions remain, because it also knows removed people.
      return editComment(
        number,
        { id: edited.id, version },
        { text, ...(chosen.length === 0 ? {} : { mentions }) },
      );
    },
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: () => {
      const removal = stored.deleteStoredDraft();
      onDone();
      // The form of a new comment stays open and shows a draft of another tab or device.
      void removal.then(() => edited === undefined && writer.isFromOtherPage() && onDone());
    },
  });
  const stored = useDraft(form, writer);
  const mention = (id: string): void => {
    const person = people.find((one) => one.id === id);
    if (person === undefined) return;
    setChosenIds([...chosenIds, id]);
    const { getValues, setValue, setFocus } = form.methods;
    setValue("text", addMention(getValues("text"), person.name), { shouldDirty: true });
    setFocus("text");
  };
  const isNew = edited === undefined;
  const saveLabel = isNew ? "Comment" : "Save";
  return (
    <Form
      form={skipQuestionIfDraftStored(form, stored)}
      label={isNew ? "Write a comment" : "Edit comment"}
      saveLabel={saveLabel}
      className="pb-2 print:hidden"
      takesFocus={!isNew}
      actions={<DiscardDraft draft={stored} onDiscard={onDone} />}
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      <LinesField form={form} name="text" label={isNew ? "Comment" : "Text"} rows={2} />
      {people.length > 0 && (
        <Choice
          label="Mention"
          className="w-full"
          value=""
          options={[["", "Choose a person"], ...people.map(({ id, label }) => [id, label] as const)]}
          onChoose={mention}
        />
      )}
      <DraftStatus draft={stored} labels={form.labels} saveLabel={saveLabel} />
    </Form>
  );
}
