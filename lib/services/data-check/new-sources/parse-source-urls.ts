/** Checks the URLs of new sources before any connection. */
import { trimTrailing } from "@/lib/base/trim-characters";
import { fail, succeed, type Result } from "@/lib/base/result";
import type { PreviewSourcesBody } from "@/lib/contracts/installation/source-preview";
import { AppError } from "@/lib/model/app-error";
import type { FieldError } from "@/lib/model/problem";
import { newSourceRules } from "@/lib/server/upstream/outgoing/new-source-rules";
import { parseOutgoingUrl } from "@/lib/server/upstream/outgoing/outgoing-rules";

/** URLs of new sources, in the form that the environment variables expect. */
export interface SourceUrls {
  readonly metricsUrl: string;
  readonly tracesUrl: string | null;
}

/** Returns the URLs without a slash at the end. Throws invalid-input with one error per refused field. */
export function parseSourceUrls({ prometheusUrl, jaegerUrl }: PreviewSourcesBody): SourceUrls {
  const metrics = parseSourceUrl(prometheusUrl);
  const traces = jaegerUrl === null ? null : parseSourceUrl(jaegerUrl);
  const errors: readonly FieldError[] = [
    ...(metrics.ok ? [] : [{ pointer: "#/prometheusUrl", detail: `The URL ${metrics.error}.` }]),
    ...(traces === null || traces.ok ? [] : [{ pointer: "#/jaegerUrl", detail: `The URL ${traces.error}.` }]),
  ];
  const [first] = errors;
  if (first !== undefined) throw new AppError("invalid-input", first.detail, { errors });
  return {
    metricsUrl: metrics.ok ? metrics.value : "",
    tracesUrl: traces?.ok === true ? traces.value : null,
  };
}

/** Refuses the same URLs as the environment variables do, and those that the rules for new sources refuse. */
function parseSourceUrl(text: string): Result<string, string> {
  const parsed = parseOutgoingUrl(text.trim(), newSourceRules);
  if (!parsed.ok) return parsed;
  if (parsed.value.search !== "") return fail("must not contain ?");
  return succeed(trimTrailing(parsed.value.href, "/"));
}
