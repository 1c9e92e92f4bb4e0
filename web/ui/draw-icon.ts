import { type ComponentProps, createElement, type FunctionComponent } from "react";

type Shape = readonly [tag: string, attributes: Record<string, string>];

interface IconProps extends ComponentProps<"svg"> {
  /** In pixels. */
  size?: number | string;
}

/**
 * Renders an icon of lucide-react. The build replaces the library's own renderer with it, which has
 * features that are not used here and would add 1.5 KB to the first download.
 */
export function drawIcon(shapes: readonly Shape[]): FunctionComponent<IconProps> {
  return ({ size = 24, ...rest }) =>
    createElement(
      "svg",
      {
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": true,
        ...rest,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
