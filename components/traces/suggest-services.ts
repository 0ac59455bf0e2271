/** Suggestions for a service name that the selected deployment does not have. */
import { suggestNames } from "@/lib/base/suggest-names";

interface KnownDeployment {
  readonly slug: string;
  readonly title: string;
  readonly traceServices: readonly string[];
}

/** Services with a name similar to the requested one. */
export interface ServiceSuggestions {
  readonly inDeployment: readonly string[];
  /** Services of other deployments. Empty if the selected deployment has a similar service. */
  readonly inOtherDeployments: readonly {
    readonly service: string;
    readonly slug: string;
    readonly title: string;
  }[];
}

const noSuggestions: ServiceSuggestions = { inDeployment: [], inOtherDeployments: [] };
const maxOtherSuggestions = 3;

/**
 * Returns services with a similar name, most similar first. None if the deployment has the requested
 * service.
 */
export function suggestServices(
  requestedService: string | null,
  slug: string | null,
  deployments: readonly KnownDeployment[],
): ServiceSuggestions {
  const viewed = deployments.find((one) => one.slug === slug);
  if (requestedService === null || viewed === undefined || viewed.traceServices.includes(requestedService))
    return noSuggestions;
  const similarNames = suggestNames(requestedService, viewed.traceServices);
  if (similarNames.length > 0) return { inDeployment: similarNames, inOtherDeployments: [] };
  const otherDeployments = deployments.filter((one) => one !== viewed);
  const owners = otherDeployments.filter(({ traceServices }) => traceServices.includes(requestedService));
  const otherSuggestions = (owners.length > 0 ? owners : otherDeployments).flatMap((one) =>
    (owners.length > 0 ? [requestedService] : suggestNames(requestedService, one.traceServices)).map(
      (service) => ({
        service,
        slug: one.slug,
        title: one.title,
      }),
    ),
  );
  return { inDeployment: similarNames, inOtherDeployments: otherSuggestions.slice(0, maxOtherSuggestions) };
}
