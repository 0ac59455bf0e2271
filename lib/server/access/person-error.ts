/** The refusal of the operator, who acts while no person exists. */
import { AppError } from "@/lib/model/app-error";

/** Returns the error for something that only a person can have. `detail` states what it is. */
export function createPersonError(detail: string): AppError {
  return new AppError("conflict", detail, {
    userMessage: {
      title: "You are not signed in as a person",
      next: "Add the first admin with the setup link that npm start prints, and sign in.",
    },
  });
}
