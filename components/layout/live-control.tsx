"use client";

import { Pause, Play } from "lucide-react";
import { liveIntervalMs } from "@/lib/client/polling";
import { useView } from "@/lib/client/url-state";
import { formatDuration } from "@/lib/format/time";
import { Age } from "@/components/shared/age";
import { ShapeMark } from "@/components/shared/status-mark";
import { Button } from "@/components/ui/button";
import { useFreshness } from "./freshness";

/** Shows whether the page is live, stale or paused, the age of its data, and the refresh interval. */
export function LiveControl() {
  const [view, setView] = useView();
  const { freshness } = useFreshness();
  const intervalMs = liveIntervalMs(view.from, view.to);
  const canMove = intervalMs !== false;
  const isLive = canMove && view.live;
  const isStale = freshness?.isStale === true;
  const word = !canMove ? "Fixed window" : !isLive ? "Paused" : isStale ? "Stale" : "Live";
  const rhythm = isLive ? `Refreshed every ${formatDuration(intervalMs)}` : "Not refreshed automatically";
  const title = `${rhythm}. Age of the oldest data on this page.`;
  return (
    <div className="flex items-center gap-1.5 whitespace-nowrap" title={title}>
      <ShapeMark shape={isStale ? "stale" : isLive ? "ok" : "idle"} className="size-2.5" />
      <span className={isLive && !isStale ? "font-medium text-ok" : "text-ink-2"}>{word}</span>
      {/* Wide enough for most ages, so that the controls of the bar do not move. */}
      <span className="tnum min-w-[7.5ch] text-ink-3">
        {freshness !== null && freshness.asOfMs !== null && (
          <Age atMs={freshness.asOfMs} asOfMs={freshness.serverNowMs} receivedAtMs={freshness.receivedAtMs} />
        )}
      </span>
      {!canMove && (
        <Button
          variant="ghost"
          size="sm"
          title="Show the last 6 h, refreshed automatically"
          onClick={() => void setView({ from: null, to: null, live: null })}
        >
          Live
        </Button>
      )}
      {canMove && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={isLive ? "Pause" : "Resume live"}
          onClick={() => void setView({ live: isLive ? false : null })}
        >
          {isLive ? <Pause aria-hidden className="size-3.5" /> : <Play aria-hidden className="size-3.5" />}
        </Button>
      )}
    </div>
  );
}
