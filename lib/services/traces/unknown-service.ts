/** What is said of a service that a source does not have: which was probably meant, and which there are. */
import { suggestNames } from "@/lib/base/suggest-names";
import { AppError } from "@/lib/model/app-error";

const maxListed = 20;

/** `names` are all that the source has; the nearest are told even where they stand beyond those that are listed. */
export function unknownService(source: string, service: string, names: readonly string[]): AppError {
  const near = suggestNames(service, names);
  const suggestion = near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : "";
  const has = names.length === 0 ? "no service at all" : `${names.slice(0, maxListed).join(", ")}${more}`;
  return new AppError("not-found", `${source} has no service ${service}; it has ${has}${suggestion}`);
}
