/**
 * Finds the actions of the open page for the command palette. The buttons of the page are the only list of its actions,
 * so that the palette offers an action exactly while the page does.
 */

/** Action of the open page, or of one of its panels. */
export interface PageAction {
  /** Accessible name of its button or link. It names the panel. */
  readonly name: string;
  /** Short text, such as “Download CSV”. */
  readonly text: string;
  /** Title of the panel. Null for an action of the page. */
  readonly panel: string | null;
  /** True for a toggle that is on. */
  readonly isOn: boolean;
}

interface FoundAction extends PageAction {
  readonly element: HTMLElement;
}

/** Menus and dialogs of the page outside its panels and tables, and the toolbars of its panels. */
const selector =
  "[aria-haspopup]:not(:disabled, section *, table *), [role=toolbar] :is(button:not(:disabled), a[href])";
const panelPrefix = "Actions of ";

function findElements(): readonly FoundAction[] {
  const elements = document.querySelectorAll<HTMLElement>(`#content :is(${selector})`);
  return Array.from(elements, (element) => {
    const name = element.getAttribute("aria-label") ?? element.textContent.trim();
    const toolbar = element.closest("[role=toolbar]")?.getAttribute("aria-label") ?? null;
    return {
      name,
      text: toolbar === null ? name : element.title || name,
      panel: toolbar?.startsWith(panelPrefix) === true ? toolbar.slice(panelPrefix.length) : toolbar,
      isOn: element.getAttribute("aria-pressed") === "true",
      element,
    };
  });
}

/** Returns the actions that the page offers now, in the order of the page. */
export function findPageActions(): readonly PageAction[] {
  return findElements().map(({ name, text, panel, isOn }) => ({ name, text, panel, isOn }));
}

/** Presses the button or link of an action. Does nothing if the page removed it in the meantime. */
export function runPageAction({ name, panel }: PageAction): void {
  findElements()
    .find((found) => found.name === name && found.panel === panel)
    ?.element.click();
}
