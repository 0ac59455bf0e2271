/** Links to the listed pages. */
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { defaultKeeps, type Page } from "./pages";

/** Returns the link to a page from any page, with the parts of the view that it keeps. */
export function pageLink({ path, keeps = defaultKeeps }: Page, view: ViewState): string {
  return linkTo(path, Object.fromEntries(keeps.map((name) => [name, view[name]])));
}
