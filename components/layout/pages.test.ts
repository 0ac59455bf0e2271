import { createLoader } from "nuqs";
import { expect, test } from "vitest";
import { viewParsers } from "@/lib/client/url-state";
import { pageLink } from "./page-link";
import { findMainPage, isSectionOpen, kioskPages, mainPages, getPage, pages, pagesInSection } from "./pages";

const view = createLoader(viewParsers)("?d=chat-70b&i=pod-3&from=now-15m&live=false");

test("a link to a page keeps deployment and window, the overview keeps the window only", () => {
  expect(pageLink(getPage("roofline"), view)).toBe("/roofline?d=chat-70b&from=now-15m&live=false");
  expect(pageLink(getPage("overview"), view)).toBe("/overview?from=now-15m&live=false");
  expect(pageLink(getPage("sources"), view)).toBe("/settings/sources");
  expect(pageLink(getPage("data-check"), view)).toBe("/settings/data-check?d=chat-70b");
});

test("each section has one main page, and its pages are its tabs", () => {
  for (const page of pages)
    expect(mainPages.filter((main) => isSectionOpen(main, page.path))).toHaveLength(1);
  expect(pagesInSection("/signals/correlate").map(({ id }) => id)).toEqual(["signals", "correlate"]);
  expect(isSectionOpen(getPage("traces"), "/traces/0af7651916cd43dd8448eb211c80319c")).toBe(true);
  expect(isSectionOpen(getPage("traces"), "/kiosk")).toBe(false);
});

test("a page below a main page belongs to it", () => {
  expect(findMainPage(getPage("flow"))?.id).toBe("traces");
  expect(findMainPage(getPage("hardware"))?.sidebarEntry.title).toBe("Settings");
  expect(findMainPage(getPage("signals"))).toBeUndefined();
});

test("kiosk mode keeps the page names that links contain", () => {
  expect(kioskPages).toEqual(expect.arrayContaining(["overview", "signals", "correlate", "traces"]));
});
