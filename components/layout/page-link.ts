/** Links to the listed pages. */
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { defaultLinkParameters, type Page } from "./pages";

/** Returns the link to a page from any page, with the view parameters that links to the page keep. */
export function pageLink({ path, linkParameters = defaultLinkParameters }: Page, view: ViewState): string {
  return linkTo(path, Object.fromEntries(linkParameters.map((name) => [name, view[name]])));
}
