/** Error for a service that a source does not have, with existing services and a suggestion. */
import { suggestNames } from "@/lib/base/suggest-names";
import { AppError } from "@/lib/model/app-error";

const maxListed = 20;

/**
 * Creates the error for a service that the source does not have, with similar names. `serviceNames` are all
 * services of the source.
 */
export function createUnknownServiceError(
  sourceSlug: string,
  service: string,
  serviceNames: readonly string[],
): AppError {
  const near = suggestNames(service, serviceNames);
  const suggestion = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  const more = serviceNames.length > maxListed ? ` and ${serviceNames.length - maxListed} more` : "";
  const has =
    serviceNames.length === 0
      ? "The source has no services."
      : `Its services: ${serviceNames.slice(0, maxListed).join(", ")}${more}.`;
  return new AppError("not-found", `${sourceSlug} has no service ${service}. ${has}${suggestion}`);
}
