/** Schema of the form that checks new sources. Its output is the request body. The server checks the addresses. */
import { fail, succeed, type Result } from "@/lib/base/result";
import type { PreviewSourcesBody } from "@/lib/contracts/installation/source-preview";
import { nullIfEmpty, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";

/** Form values of new sources. */
export interface ConnectValues {
  readonly prometheusUrl: string;
  /** Empty without a trace source. */
  readonly jaegerUrl: string;
}

/** Checks the form of new sources. The server checks the addresses again. */
export const connectSchema: FormSchema<ConnectValues, PreviewSourcesBody> = z.object({
  prometheusUrl: textField(parseUrl),
  jaegerUrl: textField(nullIfEmpty(parseUrl)),
});

function parseUrl(text: string): Result<string, string> {
  return /^https?:\/\/./i.test(text)
    ? succeed(text)
    : fail("Enter a URL that begins with http:// or https://.");
}
