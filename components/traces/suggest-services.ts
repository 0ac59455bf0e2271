/** Which service was probably meant where a link names one that the deployment in view does not have. */
import { suggestNames } from "@/lib/base/suggest-names";

interface KnownDeployment {
  readonly slug: string;
  readonly title: string;
  readonly traceServices: readonly string[];
}

export interface ServiceSuggestions {
  readonly inDeployment: readonly string[];
  /** Of other deployments, whose traces are asked there; only where none of its own is near. */
  readonly inOtherDeployments: readonly {
    readonly service: string;
    readonly slug: string;
    readonly title: string;
  }[];
}

const noSuggestions: ServiceSuggestions = { inDeployment: [], inOtherDeployments: [] };
const maxOtherSuggestions = 3;

/** The nearest first; empty where the deployment has the service, or nothing is near. */
export function suggestServices(
  requestedService: string | null,
  slug: string | null,
  deployments: readonly KnownDeployment[],
): ServiceSuggestions {
  const viewed = deployments.find((one) => one.slug === slug);
  if (requestedService === null || viewed === undefined || viewed.traceServices.includes(requestedService))
    return noSuggestions;
  const nearNames = suggestNames(requestedService, viewed.traceServices);
  if (nearNames.length > 0) return { inDeployment: nearNames, inOtherDeployments: [] };
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
  return { inDeployment: nearNames, inOtherDeployments: otherSuggestions.slice(0, maxOtherSuggestions) };
}
