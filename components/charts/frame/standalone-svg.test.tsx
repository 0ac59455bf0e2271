import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { combineLayers } from "./standalone-svg";

test("includes the legend with symbols and texts", () => {
  render(
    <>
      <ul aria-label="Legend">
        <li>
          <svg>
            <path d="M9 1L14 6L9 11L4 6Z" />
          </svg>
          GPU counters
        </li>
        <li>
          <svg>
            <circle r={3.5} />
          </svg>
          on average over the window
        </li>
      </ul>
      <div data-testid="layers">
        <svg>
          <text>ridge</text>
        </svg>
      </div>
    </>,
  );
  const { svg } = combineLayers(screen.getByTestId("layers"), screen.getByRole("list"));
  const drawn = new DOMParser().parseFromString(svg, "text/html");
  const texts = [...drawn.querySelectorAll("text")].map(({ textContent }) => textContent);
  expect(texts).toEqual(["ridge", "GPU counters", "on average over the window"]);
  expect(drawn.querySelectorAll("svg svg")).toHaveLength(3);
  expect(drawn.querySelector("path")?.getAttribute("d")).toBe("M9 1L14 6L9 11L4 6Z");
});
