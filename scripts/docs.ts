/** `npm run docs`: writes the generated documents. */
import { writeFileSync } from "node:fs";
import { generatedDocuments } from "./documents/generated-docs";

for (const { path, text } of generatedDocuments) {
  writeFileSync(path, text);
  console.log(`wrote ${path}`);
}
