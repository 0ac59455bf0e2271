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
import { addMention, retainChosen } from "./mention-text";
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

/** Adds a comment to the timeline. */
export function CommentForm({ number }: { readonly number: number }) {
  const [sentCount, setSentCount] = useState(0);
  return <CommentFields key={sentCount} number={number} onDone={() => setSentCount(sentCount + 1)} />;
}

interface EditedComment extends Pick<TimelineEntry, "id" | "version">, CommentValues {
  readonly mentions: readonly string[];
}

interface CommentFieldsProps {
  readonly number: number;
  /** The comment to edit. Absent for a new one. */
  readonly edited?: EditedComment;
  /** Closes the form of an edited comment without a change. */
  readonly onCancel?: () => void;
  readonly onDone: () => void;
}

/** The form of a new or an edited comment. "@" and the name of a person mention this person. */
export function CommentFields({ number, edited, onCancel, onDone }: CommentFieldsProps) {
  const queries = useQueryClient();
  const people = useQuery(investigationPeopleQuery).data?.people ?? [];
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const form = useSavedForm({
    schema,
    stored: { version: edited?.version ?? null, values: { text: edited?.text ?? "" } },
    save: ({ body: { text }, idempotencyKey, version }) => {
      const chosen = retainChosen(text, people, chosenIds);
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
    onSaved: onDone,
  });
  const mention = (id: string): void => {
    const person = people.find((one) => one.id === id);
    if (person === undefined) return;
    setChosenIds([...chosenIds, id]);
    const { getValues, setValue, setFocus } = form.methods;
    setValue("text", addMention(getValues("text"), person.name), { shouldDirty: true });
    setFocus("text");
  };
  const isNew = edited === undefined;
  return (
    <Form
      form={form}
      label={isNew ? "Write a comment" : "Edit comment"}
      saveLabel={isNew ? "Comment" : "Save"}
      className="pb-2 print:hidden"
      takesFocus={!isNew}
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
    </Form>
  );
}
