/** Links to the listed pages. */
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { defaultLinkParameters, type Page } from "./pages";

/** Returns the link to a page with the view parameters that the page uses. */
export function pageLink({ path, linkParameters = defaultLinkParameters }: Page, view: ViewState): string {
  return linkTo(path, Object.fromEntries(linkParameters.map((name) => [name, view[name]])));
}
