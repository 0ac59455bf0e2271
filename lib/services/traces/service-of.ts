/** Which of a deployment's services a question about traces is put to. */
import { AppError } from "@/lib/model/app-error";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

/** The service whose traces are asked for: the first that a request passes where none is named. Throws not-found. */
export function serviceOf(
  { traceServices, title }: Pick<KnownDeployment, "traceServices" | "title">,
  service: string | undefined,
): string {
  const [first] = traceServices;
  if (first === undefined)
    throw new AppError(
      "not-found",
      `there is no trace service of ${title}: none is named like it, or a person took them from it`,
    );
  if (service === undefined) return first;
  if (!traceServices.includes(service))
    throw new AppError(
      "not-found",
      `traces are asked by a service of ${title}'s own, which ${service} is not; its own: ${traceServices.join(", ")}`,
      {
        userMessage: {
          title: `No service of ${title}'s own`,
          next: "Choose one of its own, or none; what its requests spend in other services is among the operations of its own.",
        },
      },
    );
  return service;
}
