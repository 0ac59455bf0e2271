"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExporterPlace } from "@/lib/contracts/deployment-exporters";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { exporterPlacesQuery } from "@/lib/client/queries/discovery";
import { familyTitle } from "@/lib/format/family";
import { Button } from "@/components/ui/button";
import { byFamily, joinedKeys, placeKey, toAttachments, type FamilyPlaces } from "./exporter-choice";
import { ExporterPlaceBox } from "./exporter-place-box";
import { ReviewForm, reviewFrame } from "./review-form";

interface ExportersEditorProps {
  readonly deployment: Proposal;
  readonly isBusy: boolean;
  readonly onSave: (body: ReviewBody) => void;
  readonly onCancel: () => void;
}

/** Which GPUs, hosts, databases and training series are a deployment's own: what labels joined, and what a person says. */
export function ExportersEditor({ deployment, ...form }: ExportersEditorProps) {
  const { data, error } = useQuery(exporterPlacesQuery(deployment.id));
  if (data === undefined)
    return (
      <div className={`${reviewFrame} text-xs text-ink-2`}>
        {error === null ? (
          <p aria-busy>Reading what exporters tell of</p>
        ) : (
          <p role="alert">The exporters could not be asked: {error.message}.</p>
        )}
        <Button size="sm" look="ghost" onClick={form.onCancel}>
          Cancel
        </Button>
      </div>
    );
  return <Choice {...form} deployment={deployment} places={data.places} unlisted={data.unlistedCount} />;
}

interface ChoiceProps extends ExportersEditorProps {
  readonly places: readonly ExporterPlace[];
  readonly unlisted: number;
}

function Choice({ deployment, places: read, unlisted, isBusy, onSave, onCancel }: ChoiceProps) {
  // What is read anew behind the form must not move under a person's hand.
  const [places] = useState(read);
  const [chosen, setChosen] = useState(() => joinedKeys(places));
  const attachments = toAttachments(places, chosen);
  const toggle = (place: ExporterPlace): void => {
    const next = new Set(chosen);
    if (!next.delete(placeKey(place))) next.add(placeKey(place));
    setChosen(next);
  };
  return (
    <ReviewForm
      what="exporters"
      deployment={deployment}
      isBusy={isBusy}
      tried={{ label: "With these", body: { attachments } }}
      onSave={() => onSave({ attachments })}
      onForget={deployment.areAttachmentsEdited ? () => onSave({ attachments: null }) : null}
      onCancel={onCancel}
    >
      {places.length === 0 && (
        <p className="text-xs text-ink-2">
          This source has no exporter that Ridgepoint knows. Let it scrape dcgm-exporter, node_exporter or
          postgres_exporter.
        </p>
      )}
      {byFamily(places).map((one) => (
        <FamilyChoice key={one.family} of={one} chosen={chosen} onToggle={toggle} />
      ))}
      {unlisted > 0 && (
        <p className="text-xs text-ink-2">
          {unlisted} more are not listed; name them in ridgepoint.yaml, under attachments.
        </p>
      )}
    </ReviewForm>
  );
}

interface FamilyChoiceProps {
  readonly of: FamilyPlaces;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (place: ExporterPlace) => void;
}

function FamilyChoice({ of: { family, near, elsewhere }, chosen, onToggle }: FamilyChoiceProps) {
  const boxes = (places: readonly ExporterPlace[]) =>
    places.map((place) => (
      <ExporterPlaceBox
        key={placeKey(place)}
        place={place}
        isChosen={chosen.has(placeKey(place))}
        onToggle={() => onToggle(place)}
      />
    ));
  const isUndecided = near.some(({ fit }) => fit === "possible");
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-xs font-medium">{familyTitle(family)}</legend>
      {isUndecided && (
        <p className="text-xs text-ink-2">Labels do not say which of these is its own. Choose them here.</p>
      )}
      {near.length === 0 && <p className="text-xs text-ink-2">None has labels in common with it.</p>}
      {boxes(near)}
      {elsewhere.length > 0 && (
        <details>
          <summary className="text-xs text-ink-2">
            {elsewhere.length} {elsewhere.length === 1 ? "other" : "others"} at this source
          </summary>
          <div className="mt-1 flex flex-col gap-1">{boxes(elsewhere)}</div>
        </details>
      )}
    </fieldset>
  );
}
