"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fail, succeed } from "@/lib/base/result";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { LinesField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { addComment } from "../record-requests";
import { investigationKey } from "../investigation-requests";

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
  return <NewComment key={sentCount} number={number} onSent={() => setSentCount(sentCount + 1)} />;
}

interface NewCommentProps {
  readonly number: number;
  readonly onSent: () => void;
}

function NewComment({ number, onSent }: NewCommentProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { text: "" } },
    save: ({ body, idempotencyKey }) => addComment(number, body.text, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onSent,
  });
  return (
    <Form form={form} label="Write a comment" saveLabel="Comment" className="pb-2 print:hidden">
      <LinesField form={form} name="text" label="Comment" rows={2} />
    </Form>
  );
}
