/** Content of a panel's popovers in one module, because both are often opened together. */
export { Definition } from "./definition";
export { QueryList } from "./query-list";
