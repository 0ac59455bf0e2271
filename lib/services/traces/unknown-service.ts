/** What is said of a service that a source does not have: which was probably meant, and which there are. */
import { namesNear } from "@/lib/base/names-near";
import { AppError } from "@/lib/model/app-error";

const mostNamed = 20;

/** `names` are all that the source has; the nearest are told even where they stand beyond those that are listed. */
export function unknownService(source: string, service: string, names: readonly string[]): AppError {
  const near = namesNear(service, names);
  const meant = near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  const has = names.length === 0 ? "no service at all" : `${names.slice(0, mostNamed).join(", ")}${more}`;
  return new AppError("not-found", `${source} has no service ${service}; it has ${has}${meant}`);
}
