"use client";

import { useQuery } from "@tanstack/react-query";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { useStudyState } from "@/lib/client/study-url";
import { useView } from "@/lib/client/url-state";
import { Button } from "@/components/ui/button";
import { suggestServices } from "./suggest-services";

/** Suggests services if the link names a service that the deployment does not have. A click selects the service. */
export function SuggestedService() {
  const [{ d }, setView] = useView();
  const [conditions, setConditions] = useStudyState();
  const { data } = useQuery(listedDeploymentsQuery);
  const { inDeployment, inOtherDeployments } = suggestServices(
    conditions.service,
    d,
    data?.deployments ?? [],
  );
  if (inDeployment.length + inOtherDeployments.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2">
      Did you mean:
      {inDeployment.map((service) => (
        <Button
          key={service}
          variant="ghost"
          className="font-mono text-xs"
          onClick={() => void setConditions({ service })}
        >
          {service}
        </Button>
      ))}
      {inOtherDeployments.map(({ service, slug, title }) => (
        <Button
          key={`${service} ${slug}`}
          variant="ghost"
          className="font-mono text-xs"
          onClick={() => {
            void setView({ d: slug });
            void setConditions({ service });
          }}
        >
          {service} of {title}
        </Button>
      ))}
    </p>
  );
}
