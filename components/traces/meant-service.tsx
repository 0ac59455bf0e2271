"use client";

import { useQuery } from "@tanstack/react-query";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { useStudyState } from "@/lib/client/study-url";
import { useView } from "@/lib/client/url-state";
import { Button } from "@/components/ui/button";
import { nearServices } from "./near-services";

/** Which service a link that names none of the deployment's own may have meant; a click asks for that instead. */
export function MeantService() {
  const [{ d }, setView] = useView();
  const [{ svc }, setConditions] = useStudyState();
  const { data } = useQuery(listedDeploymentsQuery);
  const { own, elsewhere } = nearServices(svc, d, data?.deployments ?? []);
  if (own.length + elsewhere.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2">
      Did you mean
      {own.map((service) => (
        <Button
          key={service}
          look="ghost"
          className="font-mono text-xs"
          onClick={() => void setConditions({ svc: service })}
        >
          {service}
        </Button>
      ))}
      {elsewhere.map(({ service, slug, title }) => (
        <Button
          key={`${service} ${slug}`}
          look="ghost"
          className="font-mono text-xs"
          onClick={() => {
            void setView({ d: slug });
            void setConditions({ svc: service });
          }}
        >
          {service} of {title}
        </Button>
      ))}
    </p>
  );
}
