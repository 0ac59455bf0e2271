/** Groups and filters the endpoints of the API description. */
import type { ApiDescription, ApiOperation } from "@/lib/contracts/installation/api-description";

/** Endpoint of the API with its description. */
export interface DescribedEndpoint {
  /** HTTP method in upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

interface EndpointGroup {
  /** Noun of the path, such as `baselines`. */
  readonly tag: string;
  readonly endpoints: readonly DescribedEndpoint[];
}

/** Returns all endpoints of the OpenAPI document, in its order. */
export function listEndpoints({ paths }: ApiDescription): readonly DescribedEndpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** Returns the endpoints whose method, path or summary contains every word of `text`, grouped by noun. */
export function groupEndpoints(
  endpoints: readonly DescribedEndpoint[],
  text: string,
): readonly EndpointGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = endpoints.filter(({ method, path, operation }) => {
    const searched = `${method} ${path} ${operation.summary}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const byTag = Map.groupBy(matching, ({ operation }) => operation.tags[0] ?? "");
  return [...byTag].map(([tag, grouped]) => ({ tag, endpoints: grouped }));
}
