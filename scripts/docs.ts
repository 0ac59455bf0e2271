/** `npm run docs`: writes the documents that list things. */
import { writeFileSync } from "node:fs";
import { generatedDocuments } from "./generated-docs";

for (const { path, text } of generatedDocuments) {
  writeFileSync(path, text);
  console.log(`wrote ${path}`);
}
