/** Selects the service that a trace query is for. */
import { AppError } from "@/lib/model/app-error";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";

/**
 * Returns the requested trace service; by default the first one that a request passes. Throws not-found if
 * the deployment does not have it.
 */
export function chooseRequestedOrFirstTraceService(
  { traceServices, title }: Pick<KnownDeployment, "traceServices" | "title">,
  service: string | undefined,
): string {
  const [first] = traceServices;
  if (first === undefined)
    throw new AppError(
      "not-found",
      `no trace service is mapped to ${title}. Map one in Settings › Deployments`,
    );
  if (service === undefined) return first;
  if (!traceServices.includes(service))
    throw new AppError(
      "not-found",
      `${service} is not a trace service of ${title}. Its trace services are ${traceServices.join(", ")}`,
      {
        userMessage: {
          title: `${service} is not a trace service of ${title}`,
          next: `Choose one of its trace services (${traceServices.join(", ")}), or omit the service to use ${first}. The time that its requests spend in other services is in the list of operations.`,
        },
      },
    );
  return service;
}
