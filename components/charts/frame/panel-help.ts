/** What a panel's popovers hold, together: who opens one soon opens the other. */
export { Definition } from "./definition";
export { QueryList } from "./query-list";
