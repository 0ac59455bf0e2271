"use client";

import { useQueryClient } from "@tanstack/react-query";
import { stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { optionalReasonField } from "./reason-field";
import { goToStep, investigationKey } from "../investigation-requests";

interface MoveValues {
  readonly reason: string;
}

interface MoveBody {
  readonly reason: string | null;
}

const schema: FormSchema<MoveValues, MoveBody> = z.object({ reason: optionalReasonField });

interface MoveFormProps {
  readonly number: number;
  readonly from: StepId;
  readonly to: StepId;
  readonly onClose: () => void;
}

/** Moves the investigation to another step. The timeline records it. */
export function StepMoveForm({ number, from, to, onClose }: MoveFormProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { reason: "" } },
    save: ({ body }) => goToStep(number, { from, step: to, reason: body.reason }),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  const isBack = stepNumber(to) < stepNumber(from);
  return (
    <Form
      form={form}
      label={`Move to step ${stepNumber(to)}`}
      saveLabel={`${isBack ? "Go back" : "Continue"} from step ${stepNumber(from)} to step ${stepNumber(to)}`}
      className="max-w-[520px] py-3"
      takesFocus
      onCancel={onClose}
    >
      <TextField
        form={form}
        name="reason"
        label="Reason (optional)"
        hint={
          isBack
            ? "Going back is normal. The timeline records it, and the steps in between keep their input."
            : "The timeline records the move. Open steps in between stay open."
        }
      />
    </Form>
  );
}
