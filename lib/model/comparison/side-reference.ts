/**
 * Text that names one side of a comparison in URLs and on the command line:
 *
 *     baseline:<id>                    a stored baseline
 *     window:<slug>:<from>:<to>        a window of a deployment, such as window:chat-70b:now-1h:now
 *     deployment:<slug>                the default baseline of the deployment as the side before, its last hour as the side after
 */
import { resolveTime, type WindowExpression } from "@/lib/model/time-window";

/** Reference to one of the two compared windows: a baseline, a window of a deployment, or a deployment. */
export type SideReference =
  | { readonly kind: "baseline"; readonly id: string }
  | { readonly kind: "window"; readonly deployment: string; readonly window: WindowExpression }
  | { readonly kind: "deployment"; readonly deployment: string };

/** Format of a reference. Error messages about an invalid reference contain it after the parameter's name. */
export const sideReferenceFormatHint =
  "must be baseline:<id>, window:<deployment>:<from>:<to> or deployment:<deployment>";

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const slugPattern = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/;

/**
 * Parses a reference to a compared window, such as `baseline:<id>`; undefined for invalid text. Times may be
 * relative, such as now-6h.
 */
export function parseSideReference(text: string): SideReference | undefined {
  const [kind, name = "", from = "", to = "", ...rest] = text.split(":");
  if (rest.length > 0) return undefined;
  const isAlone = from === "" && to === "";
  if (kind === "baseline") return isAlone && idPattern.test(name) ? { kind, id: name } : undefined;
  if (!slugPattern.test(name)) return undefined;
  if (kind === "deployment") return isAlone ? { kind, deployment: name } : undefined;
  const isWindow = resolveTime(from, 0) !== undefined && resolveTime(to, 0) !== undefined;
  return kind === "window" && isWindow ? { kind, deployment: name, window: { from, to } } : undefined;
}

/** Formats a reference as the text that `parseSideReference` reads. */
export function printSideReference(reference: SideReference): string {
  switch (reference.kind) {
    case "baseline":
      return `baseline:${reference.id}`;
    case "deployment":
      return `deployment:${reference.deployment}`;
    case "window":
      return `window:${reference.deployment}:${reference.window.from}:${reference.window.to}`;
  }
}
