/** Parts of a row that load after the rows. One module, because each further one would split the scripts of the page. */
export { RooflineLine } from "./roofline-line";
export { UsualMark } from "./usual-mark";
